import { type ReactNode, useCallback, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Question {
  title: string
  text?: ReactNode
  /** On the button that says yes, e.g. 'Delete room'. */
  action: string
  /** On the button that says no, where “Cancel” could be what is asked. */
  dismiss?: string
  /** What cannot be taken back. */
  isDanger?: boolean
}

/** A question before something is done: `if (await ask({ … }))`. The dialog has to be drawn somewhere: `{dialog}`. */
export function useConfirm() {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null)
  const ask = useCallback(
    (question: Question) => new Promise<boolean>(resolve => setAsked({ question, answer: resolve })),
    [],
  )
  const answer = (yes: boolean) => {
    setAsked(null)
    asked?.answer(yes)
  }
  const dialog = asked && (
    <Dialog
      title={asked.question.title}
      isOpen
      onClose={() => answer(false)}
      actions={
        <>
          <Button variant={asked.question.isDanger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {asked.question.action}
          </Button>
          <Button onClick={() => answer(false)} data-autofocus="">
            {asked.question.dismiss ?? 'Cancel'}
          </Button>
        </>
      }
    >
      {asked.question.text}
    </Dialog>
  )
  return { ask, dialog }
}
