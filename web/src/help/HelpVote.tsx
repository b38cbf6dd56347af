import { getHelpVote, saveHelpVote } from '@honbu/contract/help.ts'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useRead, useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import { supportAddress } from './collection.ts'
import css from './Help.module.css'

/** "Was this helpful?", with what the reader has said before. Pressed again, an answer is taken back. */
export function HelpVote({ article }: { article: string }) {
  const said = useRead(getHelpVote, { article }).data?.isHelpful ?? null
  const save = useWrite(saveHelpVote, {
    onRefused: ({ message }) => void showToast({ message, tone: 'bad' }),
  })
  const say = (isHelpful: boolean) => save.mutate({ article, isHelpful: said === isHelpful ? null : isHelpful })
  return (
    <fieldset className={css.vote}>
      <legend>Was this helpful?</legend>
      <Button aria-pressed={said === true} disabled={save.isPending} onClick={() => say(true)}>
        <IconThumbUp size={18} aria-hidden="true" />
        Yes
      </Button>
      <Button aria-pressed={said === false} disabled={save.isPending} onClick={() => say(false)}>
        <IconThumbDown size={18} aria-hidden="true" />
        No
      </Button>
      <span role="status" className={css.soft}>
        {said !== null && 'Thank you. You can change your answer.'}
      </span>
      {said === false && <AppLink {...supportAddress}>Contact support</AppLink>}
    </fieldset>
  )
}
