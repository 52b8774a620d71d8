import { bodyTooLong, unreadableBody } from '#contract/interface/api-error.ts'
import type { CertificateRequestWrite } from '#contract/credentials/signing-key.ts'
import type { MediaBody } from '#contract/interface/content-types.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Route } from '#contract/interface/route.ts'
import { KINDS } from '#contract/kinds.ts'
import type { CertificateRequestRecord } from '#db/tables/signing-keys.ts'
import {
  addKey,
  cloneKey,
  ensureFirstKey,
  listKeys,
  ownerWithRoom,
  prepareKey,
  requireKey,
} from '#operations/signing-keys/keys.ts'
import { KEY_OWNERS, type SigningOwnerKind } from '#operations/signing-keys/owners.ts'
import {
  addRequest,
  listRequests,
  ownerWithRoomForRequest,
  prepareRequest,
  publishCertificate,
  removeRequest,
  requireRequest,
} from '#operations/signing-keys/requests.ts'
import { preferredType } from '../../preferred-type.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentKey, presentRequest } from './presenter.ts'

type Input = HandlerInput<Route>
type Of<Params> = Omit<Input, 'params' | 'query' | 'body'> & { params: Params }

/** The handlers of keys and of requests for certificates below one kind of owner. @param param the path's placeholder for the owner */
export function keyHandlers<const Param extends 'appId' | 'idpId'>(kind: SigningOwnerKind, param: Param) {
  type Owned = Record<Param, string>
  const collection = KINDS[kind].path

  /** The owner, with the key that it has from the start. */
  const ownerOf = async ({ reader, service, params }: Of<Owned>) => {
    const owner = await KEY_OWNERS[kind].require(reader, params[param])
    if (owner.hasFirstKey && reader.visible('read', KEY_OWNERS[kind].listed).isAny) await ensureFirstKey(service, owner)
    return owner
  }
  const showKey = async ({ reader }: Of<Owned>, ownerId: string, kid: string) =>
    presentKey(await requireKey(reader, ownerId, kid))
  const addressOf = (base: string, ownerId: string, id: string) =>
    `${base}${collection}/${ownerId}/credentials/csrs/${id}`
  const showRequest = ({ base, headers }: Of<Owned>, request: CertificateRequestRecord) => {
    const type = preferredType(headers.accept, ['application/json', 'application/pkcs10'])
    if (type === 'application/pkcs10') return { type, data: request.csr } satisfies MediaBody
    return presentRequest(request, addressOf(base, request.ownerId, request.id))
  }

  return {
    list: async (input: Of<Owned>) => {
      const owner = await ownerOf(input)
      return { body: (await listKeys(input.reader, owner)).map(presentKey) }
    },
    get: async (input: Of<Owned & { kid: string }>) => {
      const owner = await ownerOf(input)
      return { body: await showKey(input, owner.id, input.params.kid) }
    },
    generate: async (input: Of<Owned> & { query: { validityYears?: number | undefined } }) => {
      const { service, params, query, write } = input
      const owner = await write((tx) => ownerWithRoom(tx, kind, params[param]))
      const key = await prepareKey(service, query.validityYears)
      const kid = await write((tx) => addKey(tx, kind, owner.id, key))
      return { body: await showKey(input, owner.id, kid) }
    },
    clone: async (input: Of<Owned & { kid: string }>, targetId: string) => {
      const owner = await ownerOf(input)
      const { kid } = input.params
      await input.write((tx) => cloneKey(tx, kind, { ownerId: owner.id, kid, targetId }))
      return { body: await showKey(input, targetId, kid) }
    },
    listRequests: async ({ reader, base, params }: Of<Owned>) => {
      const owner = await KEY_OWNERS[kind].require(reader, params[param])
      const requests = await listRequests(reader, owner)
      return { body: requests.map((request) => presentRequest(request, addressOf(base, owner.id, request.id))) }
    },
    request: async (input: Of<Owned> & { body: CertificateRequestWrite }) => {
      const { reader, service, params, body, write, base } = input
      const owner = await write((tx) => ownerWithRoomForRequest(tx, kind, params[param]))
      const prepared = await prepareRequest(service.secretBox, body)
      const id = await write((tx) => addRequest(tx, kind, owner.id, prepared))
      const headers = { Location: addressOf(base, owner.id, id) }
      return { body: showRequest(input, await requireRequest(reader, owner.id, id)), headers }
    },
    getRequest: async (input: Of<Owned & { csrId: string }>) => {
      const { reader, params } = input
      const owner = await KEY_OWNERS[kind].require(reader, params[param])
      return { body: showRequest(input, await requireRequest(reader, owner.id, params.csrId)) }
    },
    removeRequest: async ({ params, write }: Of<Owned & { csrId: string }>) => {
      await write((tx) => removeRequest(tx, kind, params[param], params.csrId))
      return { body: undefined }
    },
    publish: async (input: Of<Owned & { csrId: string }>) => {
      const { params, upload, write } = input
      const file = await readAll(upload)
      const [ownerId, id] = [params[param], params.csrId]
      const kid = await write((tx) => publishCertificate(tx, kind, { ownerId, id, file }))
      return { body: await showKey(input, ownerId, kid) }
    },
  }
}

/** @throws ApiError E0000003 for nothing, E0000020 for more than a certificate can be */
async function readAll(upload: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of upload) {
    length += chunk.length
    if (length > LIMITS.certificateBytes) throw bodyTooLong(LIMITS.certificateBytes)
    chunks.push(chunk)
  }
  if (length === 0) throw unreadableBody('is empty')
  return Buffer.concat(chunks)
}
