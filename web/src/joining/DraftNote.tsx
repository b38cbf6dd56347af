import { Button } from '../ui/Button.tsx'
import { readContent } from './draft-content.ts'
import css from './Joining.module.css'
import type { DraftState, useDraft } from './use-draft.ts'
import type { Joining, Place } from './wizard.ts'

interface Props {
  kept: ReturnType<typeof useDraft>
  isUnreadable: boolean
  takeTheirs: (joining: Joining, place: Place) => void
}

/** What became of the draft, in a few words; and a choice where another device has gone on with it. */
export function DraftNote({ kept, isUnreadable, takeTheirs }: Props) {
  const { state, elsewhere } = kept
  const theirs = elsewhere && readContent(elsewhere.content)
  if (elsewhere)
    return (
      <div role="alert" className={css.elsewhere}>
        <span>This draft has been changed on another device, or in another tab.</span>
        {theirs && (
          <Button
            onClick={() => {
              kept.takeTheirs()
              takeTheirs(theirs.joining, theirs.at)
            }}
          >
            Take what is there
          </Button>
        )}
        <Button onClick={kept.keepMine}>Keep what is here</Button>
      </div>
    )
  if (isUnreadable && state === 'saved') return 'This draft is of an older version and could not be read. Begin anew.'
  return words[state]
}

const words: Readonly<Record<DraftState, string>> = {
  none: 'What you fill in is kept as a draft while you type.',
  unsaved: 'Keeping the draft…',
  saved: 'Kept as a draft for 30 days, for you alone.',
  failed: 'The draft could not be kept. It is tried again with the next change.',
  gone: 'This draft has been finished or thrown away elsewhere; what you type is not kept any more.',
}
