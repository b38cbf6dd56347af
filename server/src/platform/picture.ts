import sharp, { type Sharp } from 'sharp'
import { Refused } from './refused.ts'

const side = 512
/** 4096 × 4096: what a browser has made smaller is far below, and no file of a few bytes becomes gigabytes here. */
const mostPixels = 16_777_216

/**
 * A picture cut to a square of 512 × 512 and written anew, so that nothing of the file itself is kept: no metadata, no
 * place where it was taken, nothing that is hidden behind the picture.
 * @param base64 of a PNG, JPEG or WebP, as it came in the input `image`
 * @param write says in which format: `picture => picture.png()`
 * @throws Refused 400 under `image`, in words for a person
 */
export async function squarePicture(base64: string, write: (picture: Sharp) => Sharp): Promise<Buffer> {
  const bytes = await checked(base64)
  try {
    const square = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize(side, side, { fit: 'cover' })
    return await write(square).toBuffer()
  } catch {
    throw refused('The picture cannot be read. Is the file whole?')
  }
}

/**
 * A picture made smaller where it is wider or higher than that, and written anew: a PNG where it is see-through, otherwise
 * a JPEG, which every mail program shows.
 * @param base64 of a PNG, JPEG or WebP, as it came in the input `image`
 * @throws Refused 400 under `image`, in words for a person
 */
export async function pictureWithin(base64: string, mostWidth: number, mostHeight: number) {
  const bytes = await checked(base64)
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    const { hasAlpha } = await picture.stats().then(({ isOpaque }) => ({ hasAlpha: !isOpaque }))
    const small = picture.rotate().resize(mostWidth, mostHeight, { fit: 'inside', withoutEnlargement: true })
    const written = hasAlpha
      ? small.png()
      : small.flatten({ background: '#ffffff' }).jpeg({ quality: 85, mozjpeg: true })
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    const contentType = hasAlpha ? ('image/png' as const) : ('image/jpeg' as const)
    return { bytes: data, contentType, width: info.width, height: info.height }
  } catch {
    throw refused('The picture cannot be read. Is the file whole?')
  }
}

async function checked(base64: string): Promise<Buffer> {
  const bytes = decode(base64)
  if (!isKnownKind(bytes)) throw refused('The picture should be a PNG, JPEG or WebP file.')
  // Only the head of the file is read for its size.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refused('The picture cannot be read. Is the file whole?')
    })
  if (width * height > mostPixels) throw refused('The picture is too large: at most 4096 × 4096 pixels.')
  return bytes
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
