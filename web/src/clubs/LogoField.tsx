import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import css from './LogoField.module.css'

const CropDialog = lazy(() => import('../ui/CropDialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })))

/** What becomes of the logo when the form is saved. */
export type LogoChange = 'keep' | 'remove' | { readonly base64: string; readonly type: string }

interface Props {
  /** The address of the one that is stored; empty: none. */
  stored: string
  value: LogoChange
  onChange: (value: LogoChange) => void
}

/** Chooses a picture, cuts a square out of it, and shows it; it is sent with the rest of the form. */
export function LogoField({ stored, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address])
  const shown = shownOf(value, stored)
  return (
    <fieldset className={css.logo} aria-label="Logo">
      {shown ? (
        <img className={css.picture} src={shown} alt="The logo as it will be" width={96} height={96} />
      ) : (
        <span className={css.none}>No logo</span>
      )}
      <div className={css.words}>
        <div className={css.buttons}>
          <Button onClick={() => input.current?.click()}>
            <IconPhotoPlus size={18} aria-hidden="true" />
            {shown ? 'Choose another picture' : 'Choose a picture'}
          </Button>
          {shown && (
            <Button variant="quiet" onClick={() => onChange(stored ? 'remove' : 'keep')}>
              <IconTrash size={18} aria-hidden="true" />
              Remove logo
            </Button>
          )}
        </div>
        <p className={css.hint}>PNG, JPEG or WebP. You choose a square of it; it is made 512 × 512 pixels.</p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture for the logo"
        className={css.file}
        tabIndex={-1}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) setAddress(URL.createObjectURL(file))
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
      {address && (
        <Suspense>
          <CropDialog
            title="Choose the part for the logo"
            address={address}
            onClose={() => setAddress(null)}
            onCropped={picture => {
              setAddress(null)
              onChange(picture)
            }}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

function shownOf(value: LogoChange, stored: string): string {
  if (value === 'remove') return ''
  return value === 'keep' ? stored : `data:${value.type};base64,${value.base64}`
}
