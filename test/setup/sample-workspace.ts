import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_FOLDER, serveOnce, WORKSPACE_FILE } from '../helpers/headless-service.ts'

/** Makes, once for all journeys, the workspace with the sample organization that many begin with: loading it takes some ten seconds. */
export default async function makeSampleWorkspace(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-sample-'))
  await serveOnce(join(folder, WORKSPACE_FILE), ['--sample'])
  process.env[SAMPLE_FOLDER] = folder
  return () => rm(folder, { recursive: true, force: true })
}
