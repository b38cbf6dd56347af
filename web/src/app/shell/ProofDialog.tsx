import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { address } from '../base.ts'
import { answerProof } from '../proof.ts'

/** Asks for a password or passkey in a window of its own, so that the screen below keeps what was chosen. */
export function ProofDialog() {
  const [isOpened, setOpened] = useState(false)
  // Back here, the calls are sent again. One that is still refused shows the dialog again.
  useEffect(() => {
    if (!isOpened) return
    const goOn = () => answerProof(true)
    window.addEventListener('focus', goOn)
    return () => window.removeEventListener('focus', goOn)
  }, [isOpened])

  function open() {
    window.open(address('/Identity/Account/Manage/Proof'), 'honbu-proof', 'popup,width=520,height=640')
    setOpened(true)
  }

  return (
    <Dialog
      title="Confirm it's you"
      isOpen
      onClose={() => answerProof(false)}
      actions={
        <>
          <Button onClick={() => answerProof(false)}>Cancel</Button>
          {isOpened ? (
            <Button variant="primary" onClick={() => answerProof(true)}>
              Download file
            </Button>
          ) : (
            <Button variant="primary" onClick={open}>
              Enter password
            </Button>
          )}
        </>
      }
    >
      <p>
        Your club asks for your password or passkey before a file leaves Honbu. The last one was over 30 minutes ago.
      </p>
    </Dialog>
  )
}
