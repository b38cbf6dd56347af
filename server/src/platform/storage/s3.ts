import { AwsClient } from 'aws4fetch'
import type { ListedFiles } from './files.ts'

const answersWithin = 20_000

/**
 * Files in a bucket of anything that speaks the S3 protocol: `s3://KEY:SECRET@host/bucket?region=eu-west-2`, with a
 * prefix after the bucket if it is shared. Key and secret are percent-encoded. `s3+http:` goes without TLS, for a store
 * on the same machine or network.
 */
export function storeInS3(setting: string): ListedFiles {
  const url = new URL(setting)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    // A second try for an answer of 5xx or 429; whoever uploads is waiting.
    retries: 1,
  })
  const origin = `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}`
  const place = origin + url.pathname.replace(/\/+$/, '')

  const [bucket = '', ...prefix] = url.pathname.split('/').filter(Boolean)

  const send = (
    method: string,
    key: string,
    init: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ) => ask(method, `${place}/${key}`, init)

  async function ask(
    method: string,
    address: string,
    init: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ) {
    const signal = AbortSignal.timeout(answersWithin)
    const response = await client.fetch(address, { method, signal, redirect: 'error', ...init })
    if (response.ok || response.status === 404) return response
    // The body of the answer may quote the access key.
    await response.body?.cancel()
    throw new Error(`The file store at ${url.host} answered ${response.status} to ${method}.`)
  }

  return {
    async put(key, bytes, contentType) {
      const { status } = await send('PUT', key, {
        body: new Uint8Array(bytes),
        headers: { 'content-type': contentType },
      })
      if (status === 404) throw new Error(`The file store at ${url.host} has no bucket of this name.`)
    },
    async get(key) {
      const response = await send('GET', key)
      if (response.status === 404) return null
      const contentType = response.headers.get('content-type') ?? 'application/octet-stream'
      return { bytes: Buffer.from(await response.arrayBuffer()), contentType }
    },
    async delete(key) {
      await send('DELETE', key)
    },
    async list() {
      const folder = prefix.map(part => `${part}/`).join('')
      const keys: string[] = []
      for (let next: string | undefined = ''; next !== undefined; ) {
        const asked = { 'list-type': '2', prefix: folder, ...(next && { 'continuation-token': next }) }
        const response = await ask('GET', `${origin}/${bucket}?${new URLSearchParams(asked)}`)
        const xml = await response.text()
        for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key.slice(folder.length))
        next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1]
      }
      return keys
    },
  }
}
