import { uploadMessageImage } from '@honbu/contract/templates.ts'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import css from './Dialogs.module.css'

interface Props {
  clubId: number
  /** Null: it is still to be chosen. */
  file: File | null
  onClose: () => void
  onDone: (image: { src: string; alt: string; width: number }) => void
}

/** As wide as words in a letter are. */
const widest = 552
const mostBytes = 6_000_000

/** Uploads a picture, and asks what it shows. */
export function ImageDialog({ clubId, file: given, onClose, onDone }: Props) {
  const [file, setFile] = useState(given)
  const [alt, setAlt] = useState('')
  const [isAdornment, setAdornment] = useState(false)
  const [error, setError] = useState('')
  const upload = useWrite(uploadMessageImage)

  async function done() {
    if (!file) return setError('Choose a picture.')
    if (file.size > mostBytes) return setError('The picture should be under 6 MB.')
    if (!isAdornment && alt.trim() === '') return setError('Say in a few words what the picture shows.')
    const result = await upload.mutateAsync({ clubId, image: await inBase64(file) })
    if (result.isSuccess === false) return setError(result.message)
    onDone({ src: result.src, alt: isAdornment ? '' : alt.trim(), width: Math.min(result.width, widest) })
  }

  return (
    <Dialog
      title="Insert an image"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" isBusy={upload.isPending} onClick={() => void done()}>
            Insert image
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <div className={css.fields}>
        {given ? (
          <p>{given.name}</p>
        ) : (
          <label className={css.field}>
            <span>Picture</span>
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={event => setFile(event.target.files?.[0] ?? null)}
            />
          </label>
        )}
        <label className={css.field}>
          <span>What it shows</span>
          <input
            value={alt}
            maxLength={200}
            disabled={isAdornment}
            onChange={event => setAlt(event.target.value)}
            data-autofocus={given ? '' : undefined}
          />
          <small>Read out to those who do not see it, and shown where images are switched off.</small>
        </label>
        <label className={css.tick}>
          <input type="checkbox" checked={isAdornment} onChange={event => setAdornment(event.target.checked)} />
          It is only an adornment
        </label>
        {error && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const inBase64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(new Error('The picture could not be read.'))
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
