import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Jobs } from './jobs.ts'
import { Refused } from './refused.ts'
import type { Platform } from './route.ts'
import { type Files, isKey } from './storage.ts'

/** Deletes a file that no row names any longer: `enqueue(deleteFileJob, { key })`, so that it goes when the change stays. */
export const deleteFileJob = 'delete-file'

/** A key that nobody can guess, for a file that whoever knows its address may see. */
export const newKey = (folder: string, ending: string) => `${folder}/${randomBytes(18).toString('base64url')}.${ending}`

/** Where a browser finds a file: relative to the base address, as everything on the page is. */
export const fileAddress = (key: string) => `files/${key}`

/** The key in such an address; undefined for any other. */
export const keyIn = (address: string | null) => /^files\/(.+)$/.exec(address ?? '')?.[1]

/**
 * Serves files by their keys. An <img> sends no bearer token: the key is the permission, 144 bits of chance. What lies
 * under a key never changes, so browsers need ask only once.
 */
export function serveFiles(app: FastifyInstance, { files }: Pick<Platform, 'files'>): void {
  app.get<{ Params: { '*': string } }>('/files/*', { config: { access: 'anyone' } }, async (request, reply) => {
    const key = request.params['*']
    const file = isKey(key) ? await files.get(key) : null
    if (!file) throw new Refused(404, 'There is no such file.')
    return reply
      .headers({
        'content-type': file.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
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
