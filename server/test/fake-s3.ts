import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
}

/** A store that speaks as much of S3 as the product asks for. It lists two files at a time. */
export async function openFakeS3() {
  const seen: Seen[] = []
  const held = new Map<string, { body: Buffer; type: string | undefined }>()
  /** Files that are written in parts, by their id. */
  const uploads = new Map<string, { readonly path: string; readonly parts: Buffer[] }>()
  const refused = { isRefused: (_asked: Seen) => false }

  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    const asked = { method, url, headers }
    seen.push(asked)
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    if (url.startsWith('/moved/')) return void response.writeHead(307, { location: '/club-files/elsewhere' }).end()
    if (url.startsWith('/forbidden/') || refused.isRefused(asked))
      return void response.writeHead(403).end('<AccessKeyId>KEY</AccessKeyId>')
    const { pathname, searchParams } = new URL(url, 'http://bucket')
    if (searchParams.get('list-type') === '2') return void response.end(listing(pathname, searchParams))
    if (searchParams.has('uploads') || searchParams.has('uploadId'))
      return answerParts({ method, pathname, searchParams, body }, response)
    if (method === 'PUT') held.set(url, { body, type: headers['content-type'] })
    if (method === 'DELETE') held.delete(url)
    const file = held.get(url)
    if (method === 'GET' && !file) return void response.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (method === 'GET' && file && from !== undefined) {
      const part = file.body.subarray(Number(from), Number(to) + 1)
      const range = `bytes ${from}-${Number(from) + part.length - 1}/${file.body.length}`
      return void response.writeHead(206, { 'content-range': range }).end(part)
    }
    response.writeHead(200, file?.type ? { 'content-type': file.type } : {}).end(method === 'GET' ? file?.body : '')
  })

  interface Parts {
    readonly method: string | undefined
    readonly pathname: string
    readonly searchParams: URLSearchParams
    readonly body: Buffer
  }

  function answerParts({ method, pathname, searchParams, body }: Parts, response: ServerResponse): void {
    const id = searchParams.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (searchParams.has('uploads') && method === 'GET') {
      const all = [...uploads].map(
        ([id, { path }]) => `<Upload><Key>${keyOf(path)}</Key><UploadId>${id}</UploadId></Upload>`,
      )
      return void response.end(`<ListMultipartUploadsResult>${all.join('')}</ListMultipartUploadsResult>`)
    }
    if (searchParams.has('uploads')) {
      const begun = `upload/${seen.length}`
      uploads.set(begun, { path: pathname, parts: [] })
      return void response.end(`<Result><UploadId>${begun}</UploadId></Result>`)
    }
    if (!upload || upload.path !== pathname) return void response.writeHead(404).end()
    if (method === 'PUT') {
      upload.parts[Number(searchParams.get('partNumber')) - 1] = body
      return void response.writeHead(200, { etag: `"${body.length}"` }).end()
    }
    uploads.delete(id)
    if (method === 'DELETE') return void response.writeHead(204).end()
    const tags = [...body.toString().matchAll(/<ETag>"(\d+)"<\/ETag>/g)].map(([, length]) => Number(length))
    if (tags.join() !== upload.parts.map(part => part.length).join())
      return void response.end('<Error><Code>InvalidPart</Code></Error>')
    held.set(pathname, { body: Buffer.concat(upload.parts), type: undefined })
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  const keyOf = (path: string) => path.split('/').slice(2).join('/')

  function listing(pathname: string, searchParams: URLSearchParams): string {
    const prefix = `${pathname.replace(/\/$/, '')}/${searchParams.get('prefix')}`
    const files = [...held].filter(([path]) => path.startsWith(prefix)).sort()
    const from = Number(searchParams.get('continuation-token') ?? 0)
    const contents = files
      .slice(from, from + 2)
      .map(([path, { body }]) => `<Contents><Key>${keyOf(path)}</Key><Size>${body.length}</Size></Contents>`)
    const next = from + 2 < files.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
  }

  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    seen,
    held,
    uploads,
    /** Refuses what this is true of with 403. */
    refuse: (isRefused: (asked: Seen) => boolean) => void Object.assign(refused, { isRefused }),
    address: (bucket: string) => `s3+http://KEY:se%2Fcret@${host}/${bucket}?region=eu-west-2`,
    close: () => void server.close(),
  }
}
