import { withTitles } from '@honbu/contract/merge-fields.ts'
import { getTemplateChoices } from '@honbu/contract/templates.ts'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { purposeWords } from '../messages/message-words.ts'
import { ContentEditor } from '../templates/ContentEditor.tsx'
import { Button } from '../ui/Button.tsx'
import css from './Flow.module.css'
import { ChoiceInput } from './inputs.tsx'
import type { StepOf } from './new-step.ts'

interface Props {
  clubId: number
  step: StepOf<'message'>
  onChange: (step: StepOf<'message'>) => void
}

/** By what a message goes, why, and what it says: words of its own, or a template's. */
export function MessageFields({ clubId, step, onChange }: Props) {
  const choices = useRead(getTemplateChoices, { clubId })
  // The editor is opened where there is nothing yet; of several messages one is written at a time.
  const [isWriting, setWriting] = useState(step.body === '')
  const { channel, purpose, templateId, subject, body, layoutId } = step
  const templates = (choices.data?.templates ?? []).filter(each => each.channel === channel)
  return (
    <>
      <ChoiceInput
        label="Sent by"
        value={channel}
        onChange={to => onChange({ ...step, channel: to, templateId: null, subject: '', body: '', layoutId: null })}
        choices={[
          { value: 'email', text: 'E-mail' },
          { value: 'sms', text: 'Text message' },
        ]}
      />
      <ChoiceInput
        label="What it is about"
        value={purpose}
        onChange={about => onChange({ ...step, purpose: about })}
        choices={[
          { value: 'service', text: purposeWords.service.title },
          { value: 'marketing', text: purposeWords.marketing.title },
        ]}
      />
      <ChoiceInput
        label="What it says"
        value={templateId ?? -1}
        onChange={chosen => onChange({ ...step, templateId: chosen === -1 ? null : chosen })}
        choices={[
          { value: -1, text: 'What is written here' },
          ...templates.map(each => ({ value: each.id, text: `Template: ${each.templateName}` })),
        ]}
      />
      <p className={css.hint}>{purposeWords[purpose].text}</p>
      {templateId === null && (
        <div className={css.wide}>
          {!isWriting && <p className={css.words}>{withTitles(channel === 'sms' ? body : subject)}</p>}
          <Button aria-expanded={isWriting} onClick={() => setWriting(!isWriting)}>
            {isWriting ? 'Close the editor' : 'Write the message'}
          </Button>
          {isWriting && (
            <ContentEditor
              clubId={clubId}
              channel={channel}
              isMarketing={purpose === 'marketing'}
              value={{ subject, body, layoutId }}
              onChange={content => onChange({ ...step, ...content })}
            />
          )}
        </div>
      )}
    </>
  )
}
