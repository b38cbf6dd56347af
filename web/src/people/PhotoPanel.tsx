import { removePhoto, savePhoto } from '@honbu/contract/people.ts'
import { IconCamera, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './PhotoPanel.module.css'
import { nameOf } from './person-name.ts'
import type { PersonRecord } from './person-values.ts'

const CropDialog = lazy(() => import('../ui/CropDialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })))
const CameraDialog = lazy(() => import('./CameraDialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog })))

interface Props {
  memberId: number
  person: PersonRecord
}

/** The photo by which staff know somebody: chosen or taken, cut to a square, and saved at once. */
export function PhotoPanel({ memberId, person }: Props) {
  const save = useWrite(savePhoto)
  const remove = useWrite(removePhoto)
  const { ask, dialog } = useConfirm()
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [isTaking, setTaking] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address])
  const { photoUrl } = person

  async function store(image: string) {
    setAddress(null)
    const result = await save.mutateAsync({ id: memberId, image })
    if (isRefusal(result)) showToast({ message: `The photo was not saved: ${result.message}`, tone: 'bad' })
    else showToast({ message: 'The photo is saved.' })
  }

  async function takeAway() {
    const question = { title: `Remove the photo of ${nameOf(person)}?`, action: 'Remove photo', isDanger: true }
    if (!(await ask({ ...question, text: 'It is deleted for good.' }))) return
    const result = await remove.mutateAsync({ id: memberId })
    if (isRefusal(result)) showToast({ message: `The photo was not removed: ${result.message}`, tone: 'bad' })
  }

  return (
    <Panel title="Photo" aside={<span className={css.hint}>Saved at once</span>}>
      <div className={css.photo}>
        <Avatar {...person} size="large" />
        <div className={css.words}>
          <div className={css.buttons}>
            <Button isBusy={save.isPending} onClick={() => file.current?.click()}>
              <IconPhotoPlus size={18} aria-hidden="true" />
              {photoUrl ? 'Choose another picture' : 'Choose a picture'}
            </Button>
            <Button isBusy={save.isPending} onClick={() => (hasCamera() ? setTaking(true) : camera.current?.click())}>
              <IconCamera size={18} aria-hidden="true" />
              Take a photo
            </Button>
            {photoUrl && (
              <Button variant="quiet" isBusy={remove.isPending} onClick={() => void takeAway()}>
                <IconTrash size={18} aria-hidden="true" />
                Remove photo
              </Button>
            )}
          </div>
          <p className={css.hint}>
            PNG, JPEG or WebP. It is shown to staff, so that they know who is who; showing it elsewhere needs the photo
            consent below.
          </p>
        </div>
      </div>
      <PictureInput inputRef={file} label="Picture of the member" onPicture={setAddress} />
      <PictureInput inputRef={camera} label="Photo from the camera" capture onPicture={setAddress} />
      {isTaking && (
        <Suspense>
          <CameraDialog
            onClose={() => setTaking(false)}
            onTaken={picture => {
              setTaking(false)
              setAddress(picture)
            }}
            onWithout={() => {
              setTaking(false)
              camera.current?.click()
            }}
          />
        </Suspense>
      )}
      {address && (
        <Suspense>
          <CropDialog
            title="Choose the part for the photo"
            address={address}
            onClose={() => setAddress(null)}
            onCropped={({ base64 }) => void store(base64)}
          />
        </Suspense>
      )}
      {dialog}
    </Panel>
  )
}

/** Only where the page came by HTTPS, or from this machine. The types know nothing of other pages. */
const hasCamera = () => (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined

interface InputProps {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  /** A phone opens its camera. */
  capture?: boolean
  onPicture: (address: string) => void
}

const PictureInput = ({ inputRef, label, capture = false, onPicture }: InputProps) => (
  <input
    ref={inputRef}
    type="file"
    accept={capture ? 'image/*' : 'image/png,image/jpeg,image/webp'}
    capture={capture ? 'environment' : undefined}
    aria-label={label}
    className={css.file}
    tabIndex={-1}
    onChange={event => {
      const [picture] = event.target.files ?? []
      if (picture) onPicture(URL.createObjectURL(picture))
      // The same file can be chosen again.
      event.target.value = ''
    }}
  />
)
