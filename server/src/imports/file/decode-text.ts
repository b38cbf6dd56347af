import type { ImportReading } from '@honbu/contract/imports.ts'
import { UnreadableFile } from './unreadable-file.ts'

export type Encoding = NonNullable<ImportReading['encoding']>

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string
  readonly encoding: Encoding
}

/**
 * Text in the encoding that is given, or else in the one that its first bytes tell: a byte order mark, the zeros of UTF-16,
 * UTF-8 where it is that without a fault, and Windows-1252 (what Excel calls "CSV" in Western Europe) for all the rest.
 * @throws UnreadableFile when it is no text
 */
export function decodeText(bytes: Uint8Array, given: Encoding | null): DecodedText {
  const encoding = given ?? guessEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const odd = text.slice(0, 20_000).match(/[^\P{Cc}\n\r\t\f]/gu)?.length ?? 0
  if (odd > 20 && odd > Math.min(text.length, 20_000) / 100)
    throw new UnreadableFile('The file is not text. Save the list as CSV or as an Excel workbook (.xlsx).')
  return { text, encoding }
}

function guessEncoding(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const begin = bytes.subarray(0, 4000)
  const zeros = [0, 0]
  for (const [place, byte] of begin.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Half of the bytes of Western text are zeros in UTF-16.
  if (odd > begin.length / 5 && odd > even * 4) return 'utf-16le'
  if (even > begin.length / 5 && even > odd * 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

export const startsWith = (bytes: Uint8Array, begin: readonly number[]): boolean =>
  begin.every((byte, place) => bytes[place] === byte)
