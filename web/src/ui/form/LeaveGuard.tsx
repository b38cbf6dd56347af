import { useBlocker } from '@tanstack/react-router'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'

/** Asks before a screen with unsaved changes is left: by a link, by the browser's back, by closing the tab. */
export function LeaveGuard({ isDirty }: { isDirty: { readonly current: boolean } }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty.current,
    withResolver: true,
  })
  return (
    <Dialog
      title="Leave without saving?"
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      actions={
        <>
          <Button variant="primary" onClick={() => reset?.()} data-autofocus="">
            Stay
          </Button>
          <Button onClick={() => proceed?.()}>Leave without saving</Button>
        </>
      }
    >
      What you have changed on this page has not been saved.
    </Dialog>
  )
}
