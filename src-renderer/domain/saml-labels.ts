/** The formats of a NameID that services ask for (SAML 2.0 core, §8.3). */
export const NAME_FORMATS: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'Unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'Email address',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'Persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'Transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:x509SubjectName': 'X.509 subject name',
}

/** What a format is called; another one by itself. */
export const nameFormatLabel = (format: string): string => NAME_FORMATS[format] ?? format
