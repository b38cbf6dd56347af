import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isRefusal, type Refusal } from '../app/api.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  /** What is deleted, e.g. 'room'. */
  what: string
  /** Its name. */
  name: string
  /** What goes with it, or what stays. */
  text?: ReactNode
  remove: () => Promise<object | Refusal>
  removed: () => unknown
}

/** Asks, deletes, and where the server says no shows why in the same place. */
export function DeleteButton({ what, name, text, remove, removed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  async function confirm() {
    setBusy(true)
    const result = await remove()
    setBusy(false)
    if (isRefusal(result)) return setRefusal(result.message)
    setOpen(false)
    removed()
  }
  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          setRefusal('')
          setOpen(true)
        }}
      >
        <IconTrash size={18} aria-hidden="true" />
        Delete {what}
      </Button>
      <Dialog
        title={refusal ? `${name} was not deleted` : `Delete ${name}?`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          refusal ? (
            <Button variant="primary" onClick={() => setOpen(false)}>
              All right
            </Button>
          ) : (
            <>
              <Button variant="danger" isBusy={isBusy} onClick={() => void confirm()}>
                Delete {what}
              </Button>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
            </>
          )
        }
      >
        <div role="alert">{refusal}</div>
        {!refusal && (text ?? 'This cannot be undone.')}
      </Dialog>
    </>
  )
}
