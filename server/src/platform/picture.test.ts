import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureWithin, squarePicture } from './picture.ts'

const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#30508f' } })
const png = await picture.clone().png().toBuffer()
const jpeg = await picture.clone().jpeg().toBuffer()
const tiff = await picture.clone().tiff().toBuffer()
const webp = await picture.clone().webp().toBuffer()

const script = '<script>alert(1)</script>'
const page = Buffer.from(`<!doctype html><html><body>${script}</body></html>`)
const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), page, Buffer.from('PK\x05\x06', 'latin1')])

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** After the head of 33 bytes. */
const pngWith = (...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
/** After the two bytes that begin it. */
const jpegWithComment = (comment: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, jpeg.subarray(2)])
}

const asPng = (bytes: Buffer) => squarePicture(bytes.toString('base64'), square => square.png())
const within = async (bytes: Buffer) => (await pictureWithin(bytes.toString('base64'), 1200, 2400)).bytes

describe.each([
  ['square', asPng],
  ['within', within],
] as const)('a picture, made %s', (_name, made) => {
  it.each([
    ['a page behind a PNG', Buffer.concat([png, page])],
    ['an archive behind a JPEG', Buffer.concat([jpeg, zip])],
    ['a page behind a WebP', Buffer.concat([webp, page])],
    ['a page in the text of a PNG', pngWith(chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), page])))],
    ['a page in the comment of a JPEG', jpegWithComment(page)],
  ])('keeps nothing of %s', async (_kind, bytes) => {
    expect(bytes.includes(script)).toBe(true)
    const written = await made(bytes)
    expect(written.includes(script)).toBe(false)
    expect(await sharp(written).metadata()).toMatchObject({ format: expect.stringMatching(/^(png|jpeg)$/) })
  })

  it('keeps no place, camera or profile', async () => {
    const photo = await picture
      .clone()
      .withExif({ IFD0: { Artist: 'Ann Reed' }, IFD3: { GPSLatitude: '53/1 54/1 0/1' } })
      .withIccProfile('srgb')
      .jpeg()
      .toBuffer()
    const { exif, icc, xmp, iptc } = await sharp(await made(photo)).metadata()
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
  })

  it.each([
    [
      'an SVG that begins as a PNG',
      Buffer.concat([png.subarray(0, 8), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
    ],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:9/x"/></svg>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a TIFF', tiff],
  ])('is not made of %s', async (_kind, bytes) => {
    await expect(made(bytes)).rejects.toMatchObject({ fields: { image: [expect.any(String)] } })
  })

  it('unfolds no text: fifty megabytes of it leave the picture as it is', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))])
    expect(await made(pngWith(chunk('zTXt', text)))).toEqual(await made(png))
  })
})
