import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Jobs } from './jobs.ts'
import { isOpenFile, isSignedFile } from './private-files.ts'
import { Refused } from './refused.ts'
import type { Platform } from './route.ts'
import { type Files, isKey } from './storage.ts'

/** Deletes a file that no row names any longer: `enqueue(deleteFileJob, { key })`, so that it goes when the change stays. */
export const deleteFileJob = 'delete-file'

/** A key that nobody can guess. Who may see the file is a matter of its folder (private-files.ts). */
export const newKey = (folder: string, ending: string) => `${folder}/${randomBytes(18).toString('base64url')}.${ending}`

/** Where a browser finds a file: relative to the base address, as everything on the page is. */
export const fileAddress = (key: string) => `files/${key}`

/** The key in such an address; undefined for any other. */
export const keyIn = (address: string | null) => /^files\/(.+)$/.exec(address ?? '')?.[1]

/**
 * Serves files by their keys. What lies under a key never changes, so browsers need ask only once. Logos and pictures of
 * messages are for whoever has the address; a photo takes an address that has been signed within the last half hour.
 */
export function serveFiles(app: FastifyInstance, parts: Pick<Platform, 'files' | 'privateFiles' | 'now'>): void {
  const { files, privateFiles, now } = parts
  app.get<{ Params: { '*': string } }>('/files/*', { config: { access: 'anyone' } }, async (request, reply) => {
    const key = request.params['*']
    const seconds = isSignedFile(key) ? privateFiles.secondsLeft(key, request.query, now()) : 0
    const file = isKey(key) && (isOpenFile(key) || seconds > 0) ? await files.get(key) : null
    if (!file) throw new Refused(404, 'There is no such file.')
    return reply
      .headers({
        'content-type': file.contentType,
        'cache-control': isOpenFile(key)
          ? 'public, max-age=31536000, immutable'
          : `private, max-age=${seconds}, immutable`,
        'x-content-type-options': 'nosniff',
        // Should a browser ever open one as a page, nothing in it runs.
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(file.bytes)
  })
}

/** Works on the files that are to go. */
export const deleteFiles = (jobs: Jobs, files: Files) =>
  jobs.work<{ key: string }>(deleteFileJob, ({ key }) => files.delete(key))
