import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import css from './CameraDialog.module.css'

interface Props {
  onClose: () => void
  /** With the picture as an object URL. */
  onTaken: (address: string) => void
  /** There is no camera, or it may not be used: another way is wanted. */
  onWithout: () => void
}

/** What the camera sees, and a button that keeps it. The camera is let go of with the dialog. */
export function CameraDialog({ onClose, onTaken, onWithout }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false })
      .then(opened => {
        stream = opened
        if (isGone || !video.current) return stop(opened)
        video.current.srcObject = opened
      })
      .catch((error: unknown) => {
        if (!isGone) setProblem(reasonOf(error))
      })
    return () => {
      isGone = true
      if (stream) stop(stream)
    }
  }, [])

  async function take() {
    const seen = video.current
    if (!seen) return
    const canvas = document.createElement('canvas')
    canvas.width = seen.videoWidth
    canvas.height = seen.videoHeight
    canvas.getContext('2d')?.drawImage(seen, 0, 0)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.95))
    if (blob) onTaken(URL.createObjectURL(blob))
    else setProblem('The camera has given no picture.')
  }

  return (
    <Dialog
      title="Take a photo"
      isOpen
      onClose={onClose}
      actions={
        <>
          {problem ? (
            <Button variant="primary" onClick={onWithout}>
              Use a picture instead
            </Button>
          ) : (
            <Button variant="primary" disabled={!isOn} data-autofocus="" onClick={() => void take()}>
              Take the photo
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <p role="alert" className={css.problem}>
        {problem}
      </p>
      {!problem && (
        <video
          ref={video}
          className={css.video}
          aria-label="What the camera sees"
          autoPlay
          muted
          playsInline
          onLoadedData={() => setOn(true)}
        />
      )}
    </Dialog>
  )
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'The browser does not let this page use the camera.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'No camera was found.'
  if (name === 'NotReadableError') return 'Another program is using the camera.'
  return 'The camera could not be opened.'
}
