/** A part of a picture, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const side = 512
/** Base64 makes a third more of it, and the server takes 960,000 characters. */
const mostBytes = 690_000

/** Cuts a part out of a picture, makes it 512 × 512, and gives it in base64 with its kind. */
export async function cropPicture(address: string, area: Area): Promise<{ base64: string; type: string }> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return await encode(canvas, context)
}

/** WebP keeps what is transparent and is small. A browser that cannot write it writes PNG, which may be too large. */
async function encode(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
  const first = await blobOf(canvas, 'image/webp')
  if (first.size <= mostBytes) return await inBase64(first)
  // JPEG knows nothing transparent: white, not black, stands in for it.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return await inBase64(await blobOf(canvas, 'image/jpeg'))
}

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The picture could not be written.'))), type, 0.92),
  )

function inBase64(blob: Blob): Promise<{ base64: string; type: string }> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(new Error('The picture could not be read.'))
    reader.onload = () => resolve({ base64: String(reader.result).replace(/^[^,]*,/, ''), type: blob.type })
    reader.readAsDataURL(blob)
  })
}
