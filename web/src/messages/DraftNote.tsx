import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import css from './Messages.module.css'
import { messagingAddress } from './messaging-tabs.ts'
import type { DraftState, useDraft } from './use-draft.ts'

interface Props {
  writing: ReturnType<typeof useDraft>
  clubId: number
  isChange: boolean
  onDiscard: () => void
}

const words: Readonly<Record<DraftState, string>> = {
  none: 'We save what you write as a draft.',
  unsaved: 'Saving…',
  saved: 'Draft saved.',
  failed: 'We couldn’t save your draft. Keep this page open.',
  gone: 'This draft was sent or discarded elsewhere. Changes aren’t saved any more.',
}

/** Says whether the draft is saved, and lets people choose where someone else has saved it too. */
export function DraftNote({ writing, clubId, isChange, onDiscard }: Props) {
  const { state, elsewhere } = writing
  if (elsewhere)
    return (
      <div role="alert" className={css.actions}>
        <p className={css.warning}>{elsewhere.message}</p>
        <Button onClick={writing.takeTheirs}>Use theirs</Button>
        <Button onClick={writing.keepMine}>Keep mine</Button>
      </div>
    )
  return (
    <div className={css.actions}>
      <p className={state === 'failed' || state === 'gone' ? css.warning : css.soft} role="status">
        {words[state]}
      </p>
      {state === 'failed' && <Button onClick={() => void writing.settle()}>Try again</Button>}
      <AppLink to={messagingAddress('drafts', clubId)}>All drafts</AppLink>
      {state !== 'none' && state !== 'gone' && (
        <Button variant="quiet" onClick={onDiscard}>
          {isChange ? 'Discard changes' : 'Discard draft'}
        </Button>
      )}
    </div>
  )
}
