import { IconUserSearch, IconUsers } from '@tabler/icons-react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface Props {
  /** Nobody is on the register at all; otherwise search and filter hide who is. */
  isEmpty: boolean
  text: string
  onAll: () => void
  onAdd: () => void
}

export function NoRows({ isEmpty, text, onAll, onAdd }: Props) {
  const add = (
    <Button variant={isEmpty ? 'primary' : 'secondary'} onClick={onAdd}>
      Add a member
    </Button>
  )
  if (isEmpty) {
    return (
      <EmptyState icon={<IconUsers size={24} />} title="Nobody is enrolled in this class" actions={add}>
        Add a member who trains here from now on, who is booked for this date, or who has just come.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconUserSearch size={24} />}
      title={text ? `Nobody on this register fits “${text}”` : 'Nobody to show here'}
      actions={
        <>
          <Button onClick={onAll}>Show everyone</Button>
          {text && add}
        </>
      }
    >
      {text && 'Someone who is not expected can be added.'}
    </EmptyState>
  )
}
