import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from './Button.tsx'
import css from './CropDialog.module.css'
import { type Area, cropPicture } from './crop-picture.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  /** What the part is for, e.g. 'Choose the part for the logo'. */
  title: string
  /** Of the picture, as an object URL. */
  address: string
  onClose: () => void
  onCropped: (picture: { base64: string; type: string }) => void
}

/** Which square of a picture is taken: moved by pointer or arrow keys, sized by wheel, pinch or the slider. */
export function CropDialog({ title, address, onClose, onCropped }: Props) {
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [problem, setProblem] = useState('')

  async function use() {
    if (!area) return
    try {
      onCropped(await cropPicture(address, area))
    } catch {
      setProblem('This picture cannot be read. Try another file.')
    }
  }

  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" disabled={!area} onClick={() => void use()}>
            Use this part
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <div className={css.stage}>
        <Cropper
          image={address}
          crop={position}
          zoom={zoom}
          aspect={1}
          minZoom={0.4}
          maxZoom={4}
          restrictPosition={zoom >= 1}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
          mediaProps={{ alt: 'The picture you have chosen', onError: () => setProblem('This file is no picture.') }}
          cropperProps={{ role: 'group', 'aria-label': 'Part of the picture; move it with the arrow keys' }}
        />
      </div>
      <label className={css.zoom}>
        Size
        <input
          type="range"
          min={0.4}
          max={4}
          step={0.05}
          value={zoom}
          onChange={event => setZoom(Number(event.target.value))}
        />
      </label>
      <p role="alert" className={css.problem}>
        {problem}
      </p>
    </Dialog>
  )
}
