import { BooksEdit, closeBooks, getBooks } from '@honbu/contract/books.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { whyNot } from '@honbu/contract/right-words.ts'
import { useRead, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'

/** Closes a club's books up to a day. */
export function BooksPanel({ clubId }: { clubId: number }) {
  const { data: books } = useRead(getBooks, { clubId })
  const { may, isKnown } = useRights()
  if (!books || !isKnown) return null
  if (!may('closeBooks', clubId))
    return (
      <Panel title="Closed books" id="closed-books">
        <p>{books.closedUntil ? `Closed to ${longDate(books.closedUntil)}.` : 'The books are open.'}</p>
        <p>{whyNot('closeBooks')}</p>
      </Panel>
    )
  return (
    <Panel title="Closed books" id="closed-books">
      <BooksForm key={books.closedUntil} clubId={clubId} books={books} />
    </Panel>
  )
}

function BooksForm({ clubId, books }: { clubId: number; books: Output<typeof getBooks> }) {
  const save = useWrite(closeBooks, {
    invalidates: [getBooks],
    onSuccess: ({ closedUntil }) => showToast({ message: closedUntil ? 'Books closed' : 'Books reopened' }),
  })
  const form = useForm({
    schema: BooksEdit,
    values: { closedUntil: books.closedUntil },
    isEdit: true,
    save: values => save.mutateAsync({ clubId, ...values }),
  })
  return (
    <Form form={form} submit="Save books">
      <DateField
        {...form.field('closedUntil')}
        label="Closed to"
        hint="No charge or payment is dated on or before it. Leave blank to reopen."
        today={books.today}
      />
    </Form>
  )
}
