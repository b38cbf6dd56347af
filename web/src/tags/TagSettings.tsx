import type { Output } from '@honbu/contract/endpoint.ts'
import { deleteTag, getClubTags, mergeTags, saveTag, TagFields } from '@honbu/contract/tags.ts'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ColourField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { TagChip } from './TagChip.tsx'
import css from './Tags.module.css'

type ClubTag = Output<typeof getClubTags>[number]

/** Colours that stand out from each other, and from the ground in both themes. */
const tagColours = [
  { colour: '#30508f', name: 'Indigo' },
  { colour: '#1f6b3a', name: 'Green' },
  { colour: '#a8620a', name: 'Amber' },
  { colour: '#a32424', name: 'Red' },
  { colour: '#7a3a94', name: 'Purple' },
  { colour: '#0f7c8a', name: 'Teal' },
  { colour: '#6b6f76', name: 'Grey' },
]

/** The tags of a club; those of the clubs above it are shown and changed there. */
export function TagSettings({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const [edited, setEdited] = useState<ClubTag | 'new' | null>(null)
  const [merged, setMerged] = useState<ClubTag | null>(null)
  const { ask, dialog } = useConfirm()
  const answer = useRead(getClubTags, { id: clubId })
  const remove = useWrite(deleteTag)
  const tags = answer.data ?? []

  async function pressDelete(tag: ClubTag) {
    const yes = await ask({
      title: `Delete the tag ${tag.name}?`,
      text: tag.members === 0 ? 'Nobody has it.' : `It is taken from ${membersText(tag.members)}.`,
      action: 'Delete tag',
      isDanger: true,
    })
    if (!yes) return
    const result = await remove.mutateAsync({ id: tag.id })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <Panel
      id="tags"
      title="Tags"
      aside={
        isAdmin && (
          <Button onClick={() => setEdited('new')}>
            <IconPlus size={18} aria-hidden="true" />
            New tag
          </Button>
        )
      }
    >
      {answer.error && !answer.data && (
        <ErrorState title="The tags could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="2.5rem" />}
      {answer.data?.length === 0 && (
        <EmptyState icon={<IconTag size={24} />} title="No tags yet">
          A tag is made as soon as it is given to a member; here they get a colour.
        </EmptyState>
      )}
      <ul className={css.list}>
        {tags.map(tag => (
          <li key={tag.id} className={css.row}>
            <span>
              <TagChip tag={tag} />
            </span>
            <span className={css.soft}>
              {membersText(tag.members)}
              {!tag.isOwn && `, from ${tag.clubName}`}
            </span>
            {isAdmin && tag.isOwn && (
              <Menu
                label={`More for the tag ${tag.name}`}
                items={[
                  { text: 'Rename or recolour', onSelect: () => setEdited(tag) },
                  ...(tags.length > 1 ? [{ text: 'Merge with another', onSelect: () => setMerged(tag) }] : []),
                  { text: 'Delete', isDanger: true, onSelect: () => void pressDelete(tag) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {edited && <TagDialog clubId={clubId} tag={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {merged && (
        <MergeTagDialog
          tag={merged}
          others={tags.filter(({ id, isOwn }) => id !== merged.id && isOwn)}
          onClose={() => setMerged(null)}
        />
      )}
      {dialog}
    </Panel>
  )
}

const membersText = (members: number) => (members === 1 ? '1 member' : `${members} members`)

function TagDialog({ clubId, tag, onClose }: { clubId: number; tag: ClubTag | null; onClose: () => void }) {
  const save = useWrite(saveTag)
  const form = useForm({
    schema: TagFields,
    values: { name: tag?.name ?? '', colour: tag?.colour ?? '#30508f' },
    isEdit: Boolean(tag),
    save: values => save.mutateAsync({ id: tag?.id ?? 0, clubId, ...values }),
    saved: onClose,
  })
  return (
    <Dialog title={tag ? `Tag ${tag.name}` : 'New tag'} isOpen onClose={onClose}>
      <Form form={form} submit="Save tag" cancel={onClose} isInDialog>
        <TextField {...form.field('name')} label="Name" required />
        <ColourField {...form.field('colour')} label="Colour" swatches={tagColours} />
      </Form>
    </Dialog>
  )
}

const MergeFields = z.object({
  intoTagId: z.nullable(z.int()).check(z.refine(value => value !== null, { error: 'Choose a tag.' })),
})

interface MergeProps {
  tag: ClubTag
  others: readonly ClubTag[]
  onClose: () => void
}

function MergeTagDialog({ tag, others, onClose }: MergeProps) {
  const merge = useWrite(mergeTags)
  const form = useForm({
    schema: MergeFields,
    values: { intoTagId: null as number | null },
    save: ({ intoTagId }) => merge.mutateAsync({ id: tag.id, intoTagId: intoTagId ?? 0 }),
    saved: onClose,
  })
  return (
    <Dialog title={`Merge the tag ${tag.name}`} isOpen onClose={onClose}>
      <p className={css.hint}>Everybody who has it gets the other one, and {tag.name} is deleted.</p>
      <Form form={form} submit="Merge tags" cancel={onClose} isInDialog>
        <SelectField
          {...form.field('intoTagId')}
          label="Into"
          required
          options={[
            { value: null, text: others.length === 0 ? 'There is no other tag of this club' : 'Choose a tag' },
            ...others.map(({ id, name }) => ({ value: id, text: name })),
          ]}
        />
      </Form>
    </Dialog>
  )
}
