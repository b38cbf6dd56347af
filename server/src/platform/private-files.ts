import { timingSafeEqual } from 'node:crypto'
import { signedOutputs } from '@honbu/contract/photo-address.ts'
import type * as z from 'zod/mini'
import type { SecretBox } from './secret-box.ts'

/** Seconds for which an address stays the same, so that a browser's cache is of use. It works for up to twice as long. */
const step = 15 * 60

const purpose = 'file addresses'

export interface PrivateFiles {
  /** The address of a private file with a signature and an end; any other address as it is. */
  sign(address: string, now: Date): string
  /**
   * Whether a signature in an address is ours and has not ended.
   * @returns for how many seconds more; 0 if not
   */
  secondsLeft(key: string, query: unknown, now: Date): number
}

/** Files of people: an <img> sends no token, so the call that names the file signs its address (decision 75). */
export function privateFiles(box: Pick<SecretBox, 'sign'>): PrivateFiles {
  const signatureOf = (key: string, until: number) =>
    box.sign(`${key} ${until}`, purpose).subarray(0, 16).toString('base64url')
  return {
    sign(address, now) {
      const key = privateKeyIn(address)
      if (key === undefined) return address
      const until = (Math.floor(now.getTime() / 1000 / step) + 2) * step
      return `${address}?until=${until}&signature=${signatureOf(key, until)}`
    },
    secondsLeft(key, query, now) {
      const { until, signature } = Object(query) as { until?: unknown; signature?: unknown }
      if (typeof until !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(until)) return 0
      const given = Buffer.from(signature)
      const expected = Buffer.from(signatureOf(key, Number(until)))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0
      return Math.max(0, Number(until) - Math.floor(now.getTime() / 1000))
    },
  }
}

/** The folders whose files anyone may see who has the address: they are in public pages and in emails. */
const openFolders: ReadonlySet<string> = new Set(['logo', 'message-images'])
/** The folder whose files are served to those with a signed address. Files of all others have calls of their own. */
const signedFolders: ReadonlySet<string> = new Set(['photo'])

const folderOf = (key: string) => key.split('/')[0] ?? ''
export const isOpenFile = (key: string) => openFolders.has(folderOf(key))
export const isSignedFile = (key: string) => signedFolders.has(folderOf(key))

function privateKeyIn(address: string): string | undefined {
  const key = /^files\/(.+)$/.exec(address)?.[1]
  return key !== undefined && isSignedFile(key) ? key : undefined
}

/** Changes the addresses in the answer of a call. */
export type SignAnswer = <Answer>(answer: Answer, sign: (address: string) => string) => Answer

/** Finds where a call's answer has addresses to be signed, once, from its schema. Null for an answer without any. */
export function signerOf(output: z.core.$ZodType): SignAnswer | null {
  const paths = pathsIn(output)
  if (paths.length === 0) return null
  return (answer, sign) => {
    for (const path of paths) change(answer, path, sign)
    return answer
  }
}

type Path = readonly string[]
/** Every element of an array, every value of a record. */
const each = '*'

function pathsIn(schema: z.core.$ZodType, path: Path = []): Path[] {
  if (signedOutputs.has(schema as never)) return [path]
  const { def } = schema._zod as { def: Partial<z.core.$ZodTypes['_zod']['def']> }
  const inner: [z.core.$ZodType, Path][] = []
  if ('shape' in def && def.shape)
    for (const [name, field] of Object.entries(def.shape)) inner.push([field, [...path, name]])
  if ('element' in def && def.element) inner.push([def.element, [...path, each]])
  if ('valueType' in def && def.valueType) inner.push([def.valueType as z.core.$ZodType, [...path, each]])
  if ('innerType' in def && def.innerType) inner.push([def.innerType, path])
  if ('out' in def && def.out) inner.push([def.out, path])
  if ('items' in def && def.items)
    for (const [index, item] of (def.items as z.core.$ZodType[]).entries()) inner.push([item, [...path, String(index)]])
  if ('options' in def && def.options) for (const option of def.options as z.core.$ZodType[]) inner.push([option, path])
  return inner.flatMap(([field, at]) => pathsIn(field, at))
}

function change(value: unknown, [name, ...rest]: Path, sign: (address: string) => string): void {
  if (typeof value !== 'object' || value === null || name === undefined) return
  const holder = value as Record<string, unknown>
  for (const key of name === each ? Object.keys(holder) : [name]) {
    const found = holder[key]
    if (rest.length > 0) change(found, rest, sign)
    else if (typeof found === 'string') holder[key] = sign(found)
  }
}
