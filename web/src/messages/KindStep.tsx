import { getTemplate, getTemplateChoices } from '@honbu/contract/templates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { readQuery, useRead } from '../app/api.ts'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Select } from '../ui/Select.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import { isEmptyBody, type MessageDraft } from './draft.ts'
import css from './Messages.module.css'
import { purposeWords } from './message-words.ts'

interface Props {
  draft: MessageDraft
  clubs: readonly { id: number; name: string }[]
  change: (part: Partial<MessageDraft>) => void
  /** Of a message that is scheduled already: the club that sends it stays. */
  isChange: boolean
}

/** By what, for which clubs, why, and from which template. */
export function KindStep({ draft, clubs, change, isChange }: Props) {
  const { clubId, clubIds, channel, purpose, templateId } = draft
  const choices = useRead(getTemplateChoices, { clubId })
  const client = useQueryClient()
  const { ask, dialog } = useConfirm()
  const name = useId()

  async function choose(id: number) {
    if (id === 0) return change({ templateId: null })
    if (!isEmptyBody(draft)) {
      const question = { title: 'Use the template?', text: 'What is written now is replaced.', action: 'Use it' }
      if (!(await ask(question))) return
    }
    const { subject, template, layoutId } = await client.fetchQuery(readQuery(getTemplate, { id }))
    change({ templateId: id, subject: subject ?? '', body: template, layoutId })
  }

  const templates = (choices.data?.templates ?? []).filter(each => each.channel === channel)
  return (
    <div className={css.stack}>
      <Panel title="What it is">
        <div className={css.stack}>
          <Segmented
            label="Sent by"
            options={[
              { value: 'email', text: 'E-mail' },
              { value: 'sms', text: 'Text message' },
            ]}
            value={channel}
            onChoose={value => {
              if (value !== channel) change({ channel: value, templateId: null, body: '' })
            }}
          />
          <fieldset className={css.fieldset}>
            <legend className={css.legend}>What it is about</legend>
            {(['marketing', 'service'] as const).map(value => (
              <label key={value} className={css.choice}>
                <input
                  type="radio"
                  name={name}
                  checked={purpose === value}
                  onChange={() => change({ purpose: value })}
                />
                <span>
                  {purposeWords[value].title}
                  <br />
                  <span className={css.soft}>{purposeWords[value].text}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <Select
            label="Begin with"
            value={String(templateId ?? 0)}
            options={[
              { value: '0', text: 'An empty page' },
              ...templates.map(each => ({ value: String(each.id), text: each.templateName })),
              ...(templateId !== null && !templates.some(each => each.id === templateId)
                ? [{ value: String(templateId), text: 'The template chosen before' }]
                : []),
            ]}
            onChoose={value => void choose(Number(value))}
          />
        </div>
      </Panel>
      {clubs.length > 1 && (
        <Panel title="Clubs">
          <div className={css.stack}>
            {!isChange && (
              <Select
                label="Sent by the club"
                value={String(clubId)}
                options={clubs.map(each => ({ value: String(each.id), text: each.name }))}
                onChoose={value => change({ clubId: Number(value), clubIds: [Number(value)], layoutId: null })}
              />
            )}
            <fieldset className={css.fieldset}>
              <legend className={css.legend}>To members of</legend>
              {clubs.map(each => (
                <label key={each.id} className={css.choice}>
                  <input
                    type="checkbox"
                    checked={clubIds.includes(each.id)}
                    onChange={event =>
                      change({
                        clubIds: event.target.checked
                          ? [...clubIds, each.id]
                          : clubIds.filter(other => other !== each.id),
                      })
                    }
                  />
                  <span>{each.name}</span>
                </label>
              ))}
            </fieldset>
          </div>
        </Panel>
      )}
      {dialog}
    </div>
  )
}
