/** The page at `/docs`. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Gatehouse interface</title>
  <link rel="icon" href="/docs/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <style>body { margin: 0 }</style>
</head>
<body>
  <main id="documentation"></main>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`

/** Its own script; in a file, because the content security policy allows no other. */
export const START = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
})
`
