import {
  AttributeFields,
  type AttributeType,
  deleteAttributeDefinition,
  getAttributeDefinitions,
  saveAttributeDefinition,
} from '@honbu/contract/attributes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Attributes.module.css'

type Definition = Output<typeof getAttributeDefinitions>[number]

const typeNames: Readonly<Record<AttributeType, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  yesno: 'Yes or no',
  choice: 'Choice',
}

/** What a club wants to know of its members; what the clubs above it ask is shown and changed there. */
export function AttributeSettings({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const [edited, setEdited] = useState<Definition | 'new' | null>(null)
  const { ask, dialog } = useConfirm()
  const answer = useRead(getAttributeDefinitions, { id: clubId })
  const remove = useWrite(deleteAttributeDefinition)

  async function pressDelete({ attributeId, name, uses }: Definition) {
    const yes = await ask({
      title: `Delete the attribute ${name}?`,
      text:
        uses === 0 ? 'No member has a value.' : `The values of ${uses === 1 ? '1 member' : `${uses} members`} go too.`,
      action: 'Delete attribute',
      isDanger: true,
    })
    if (!yes) return
    const result = await remove.mutateAsync({ id: attributeId, withValues: uses > 0 })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <Panel
      id="attributes"
      title="Attributes of members"
      aside={
        isAdmin && (
          <Button onClick={() => setEdited('new')}>
            <IconPlus size={18} aria-hidden="true" />
            New attribute
          </Button>
        )
      }
    >
      {answer.error && !answer.data && (
        <ErrorState
          title="The attributes could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="2.5rem" />}
      {answer.data?.length === 0 && (
        <EmptyState icon={<IconForms size={24} />} title="Nothing more is asked">
          Whatever the club wants to know of each member: shoe size, school, medical form.
        </EmptyState>
      )}
      <ul className={css.definitions}>
        {(answer.data ?? []).map(each => (
          <li key={each.attributeId} className={css.row}>
            <span>
              {each.name}
              {each.isRequired && <span className={css.none}> (required)</span>}
            </span>
            <span className={css.soft}>
              {typeNames[each.type]}
              {each.type === 'choice' && `: ${each.choices.join(', ')}`}
              {!each.isOwn && `, from ${each.clubName}`}
            </span>
            {isAdmin && each.isOwn ? (
              <Menu
                label={`More for the attribute ${each.name}`}
                items={[
                  { text: 'Change', onSelect: () => setEdited(each) },
                  { text: 'Delete', isDanger: true, onSelect: () => void pressDelete(each) },
                ]}
              />
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <DefinitionDialog
          clubId={clubId}
          definition={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {dialog}
    </Panel>
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** Choices are written one a line. */
const Fields = z.object({ ...AttributeFields.shape, choices: z.string() }).check(context => {
  const { type, choices } = context.value
  const wrong = choicesWrong(type, linesOf(choices))
  if (wrong) context.issues.push({ code: 'custom', input: choices, path: ['choices'], message: wrong })
})

function choicesWrong(type: AttributeType, choices: readonly string[]): string | false {
  if (type !== 'choice') return false
  if (choices.length < 2) return 'Give at least two choices, one a line'
  return new Set(choices).size < choices.length && 'Each choice once'
}

interface Props {
  clubId: number
  definition: Definition | null
  onClose: () => void
}

function DefinitionDialog({ clubId, definition, onClose }: Props) {
  const save = useWrite(saveAttributeDefinition)
  const form = useForm({
    schema: Fields,
    values: valuesOf(definition),
    version: definition?.version,
    save: ({ choices, ...values }, version) =>
      save.mutateAsync({
        id: definition?.attributeId ?? 0,
        clubId: definition?.clubId ?? clubId,
        version,
        ...values,
        choices: values.type === 'choice' ? linesOf(choices) : [],
      }),
    saved: onClose,
    fromRecord: valuesOf,
  })
  return (
    <Dialog title={definition ? `Attribute ${definition.name}` : 'New attribute'} isOpen onClose={onClose}>
      <Form form={form} submit="Save attribute" cancel={onClose} isInDialog>
        <TextField {...form.field('name')} label="Name" required />
        <SelectField
          {...form.field('type')}
          label="Kind of answer"
          hint={definition && definition.uses > 0 ? 'Stays while members have values' : undefined}
          options={Object.entries(typeNames).map(([value, text]) => ({ value: value as AttributeType, text }))}
        />
        {form.watch('type') === 'choice' && (
          <TextAreaField {...form.field('choices')} label="Choices" hint="One a line" required />
        )}
        <SwitchField {...form.field('isRequired')} label="Should not be empty" />
      </Form>
    </Dialog>
  )
}

const valuesOf = (definition: Definition | null) => ({
  name: definition?.name ?? '',
  type: definition?.type ?? ('text' as AttributeType),
  choices: (definition?.choices ?? []).join('\n'),
  isRequired: definition?.isRequired ?? false,
})
