import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { LargeFiles, ListedFiles } from './files.ts'

const answersWithin = 20_000
/** A part of a large file, over a slow line. */
const partWithin = 300_000
/** A file has 10,000 parts at most: 160 GB. */
const usualPart = 16 * 1024 * 1024

/** Files in a bucket. */
export function storeInS3(setting: string): ListedFiles {
  const { send, list, host } = openBucket(setting)
  return {
    async put(key, bytes, contentType) {
      const { status } = await send('PUT', key, {
        body: new Uint8Array(bytes),
        headers: { 'content-type': contentType },
      })
      if (status === 404) throw noBucket(host)
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
    list: async () => (await list()).map(({ name }) => name),
  }
}

/**
 * Large files in a bucket, written and read in parts.
 * @param partLength a store takes no smaller ones than 5 MB, but for the last
 */
export function largeFilesInS3(setting: string, partLength = usualPart): LargeFiles {
  const { send, ask, list, host, at, folder } = openBucket(setting)

  async function upload(name: string, id: string, content: Readable): Promise<void> {
    const tags: string[] = []
    for await (const body of inParts(content, partLength)) {
      const query = `partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(id)}`
      const response = await send('PUT', `${name}?${query}`, { body, within: partWithin })
      tags.push(response.headers.get('etag') ?? '')
    }
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const response = await send('POST', `${name}?uploadId=${encodeURIComponent(id)}`, { body, within: partWithin })
    // It answers 200 before it knows how it ends.
    if (!response.ok || (await response.text()).includes('<Error>'))
      throw new Error(`The file store at ${host} could not put ${name} together.`)
  }

  const abort = (key: string, id: string) => ask('DELETE', `${at(key)}?uploadId=${encodeURIComponent(id)}`)

  return {
    async write(name, content) {
      const begun = await send('POST', `${name}?uploads`)
      if (begun.status === 404) throw noBucket(host)
      const id = /<UploadId>([^<]*)<\/UploadId>/.exec(await begun.text())?.[1]
      if (!id) throw new Error(`The file store at ${host} takes no files in parts.`)
      try {
        await upload(name, id, content)
      } catch (error) {
        await abort(folder + name, id).catch(() => {})
        throw error
      }
    },
    read: name => Readable.from(partsOf(name), { objectMode: false }),
    list,
    async delete(name) {
      await send('DELETE', name)
    },
    async discardUnfinished(isOurs) {
      const xml = await (await ask('GET', `${at('')}?uploads&prefix=${encodeURIComponent(folder)}`)).text()
      for (const [, each = ''] of xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
        const key = textIn('Key', each)
        if (key.startsWith(folder) && isOurs(key.slice(folder.length))) await abort(key, textIn('UploadId', each))
      }
    },
  }

  async function* partsOf(name: string) {
    for (let from = 0, size = 1; from < size; ) {
      const headers = { range: `bytes=${from}-${from + partLength - 1}` }
      const response = await send('GET', name, { headers, within: partWithin })
      if (response.status === 404) throw new Error(`The file store at ${host} has no ${name}.`)
      const part = Buffer.from(await response.arrayBuffer())
      if (part.length === 0) throw new Error(`The file store at ${host} broke off in ${name}.`)
      yield part
      from += part.length
      // Without this header it has answered with the whole file.
      size = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? from)
    }
  }
}

const noBucket = (host: string) => new Error(`The file store at ${host} has no bucket of this name.`)

const textIn = (tag: string, xml: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''

async function* inParts(content: Readable, partLength: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Buffer[] = []
  let size = 0
  for await (const piece of content as AsyncIterable<Buffer>) {
    held.push(piece)
    size += piece.length
    if (size < partLength) continue
    yield new Uint8Array(Buffer.concat(held))
    held = []
    size = 0
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(held))
}

interface Sent {
  readonly body?: Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
  /** Milliseconds. */
  readonly within?: number
}

/**
 * A bucket of anything that speaks the S3 protocol: `s3://KEY:SECRET@host/bucket?region=eu-west-2`, with a prefix after
 * the bucket if it is shared. Key and secret are percent-encoded. `s3+http:` goes without TLS, for a store on the same
 * machine or network.
 */
function openBucket(setting: string) {
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
  const [bucket = '', ...prefix] = url.pathname.split('/').filter(Boolean)
  const folder = prefix.map(part => `${part}/`).join('')
  const at = (key: string) => `${origin}/${bucket}${key && `/${key}`}`

  async function ask(method: string, address: string, { within = answersWithin, ...init }: Sent = {}) {
    const signal = AbortSignal.timeout(within)
    const response = await client.fetch(address, { method, signal, redirect: 'error', ...init })
    if (response.ok || response.status === 404) return response
    // The body of the answer may quote the access key.
    await response.body?.cancel()
    throw new Error(`The file store at ${url.host} answered ${response.status} to ${method}.`)
  }

  /** What has a name in the folder of the setting. */
  const send = (method: string, name: string, init: Sent = {}) => ask(method, at(folder + name), init)

  async function list() {
    const found: { name: string; bytes: number }[] = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const asked = { 'list-type': '2', prefix: folder, ...(next && { 'continuation-token': next }) }
      const response = await ask('GET', `${at('')}?${new URLSearchParams(asked)}`)
      const xml = await response.text()
      for (const [, each = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        found.push({ name: textIn('Key', each).slice(folder.length), bytes: Number(textIn('Size', each)) })
      next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1]
    }
    return found
  }

  return { ask, send, list, at, folder, host: url.host }
}
