import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import sharp from 'sharp'
import { deleteFileJob, fileAddress, keyIn, newKey } from '../platform/files.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

const side = 512
/** 4096 × 4096: what a browser has made smaller is far below, and no file of a few bytes becomes gigabytes here. */
const mostPixels = 16_777_216

/** The logo has no version: who edits the club's facts meanwhile is not disturbed by it. */
export async function saveClubLogo(
  { tx, audit, files, enqueue }: Write,
  { id, image }: Input<typeof call.saveClubLogo>,
) {
  const key = image === null ? null : newKey('logo', 'png')
  if (image !== null && key) await files.put(key, await square(image), 'image/png')
  const { logo_url: before } = await tx
    .selectFrom('club')
    .select('logo_url')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const logo = key && fileAddress(key)
  await tx.updateTable('club').set({ logo_url: logo }).where('id', '=', id).execute()
  const replaced = keyIn(before)
  if (replaced) await enqueue(deleteFileJob, { key: replaced })
  audit({ clubId: id, subject: 'club', subjectId: id, before: { logo: before }, after: { logo } })
  return { logo: logo ?? '' }
}

/**
 * A picture cut to a square and written anew, so that nothing of the file itself is kept: no metadata, no place where it
 * was taken, nothing that is hidden behind the picture. PNG, which every mail reader and PDF takes.
 */
async function square(base64: string): Promise<Buffer> {
  const bytes = decode(base64)
  if (!isKnownKind(bytes)) throw refused('The picture should be a PNG, JPEG or WebP file.')
  // Only the head of the file is read for its size.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refused('The picture cannot be read. Is the file whole?')
    })
  if (width * height > mostPixels) throw refused('The picture is too large: at most 4096 × 4096 pixels.')
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .png({ palette: true, quality: 95, compressionLevel: 9 })
      .toBuffer()
  } catch {
    throw refused('The picture cannot be read. Is the file whole?')
  }
}

const refused = (message: string) => new Refused(400, message, { image: [message] })

function decode(base64: string): Buffer {
  if (!/^[\w+/]+={0,2}$/.test(base64)) throw refused('The picture should be sent in base64.')
  return Buffer.from(base64, 'base64')
}

/** By the first bytes, before a decoder sees it: sharp would also read SVG, PDF and more. */
function isKnownKind(bytes: Buffer): boolean {
  const startsWith = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  const isWebp = startsWith('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  return startsWith('89504e470d0a1a0a') || startsWith('ffd8ff') || isWebp
}
