import type { AutomationStep } from '@honbu/contract/automation-plan.ts'
import { getTemplate } from '@honbu/contract/templates.ts'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { MessagePreview } from '../templates/MessagePreview.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Flow.module.css'

type Message = Extract<AutomationStep, { kind: 'message' }>

/** What an automation sends, for those who do not change it: as a member of the club gets it. */
export function MessageWords({ clubId, step, place }: { clubId: number; step: Message; place: number }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.words}>
      <div>
        <Button variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide what it says' : 'Show what it says'}
        </Button>
      </div>
      {isShown && (
        <section aria-label={`What step ${place} says`}>
          {step.templateId === null ? (
            <MessagePreview clubId={clubId} channel={step.channel} value={step} />
          ) : (
            <OfTemplate clubId={clubId} templateId={step.templateId} />
          )}
        </section>
      )}
    </div>
  )
}

function OfTemplate({ clubId, templateId }: { clubId: number; templateId: number }) {
  const { data, error, refetch } = useRead(getTemplate, { id: templateId })
  if (error && !data)
    return <ErrorState title="The template could not be loaded." error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} height="3rem" />
  const { channel, subject, template, layoutId } = data
  return (
    <MessagePreview clubId={clubId} channel={channel} value={{ subject: subject ?? '', body: template, layoutId }} />
  )
}
