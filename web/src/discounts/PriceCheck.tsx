import { checkDiscounts, getDiscountChoices } from '@honbu/contract/discounts.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../app/api.ts'
import type { FoundMember } from '../members/found-member.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { MoneyField, SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Discounts.module.css'
import type { DiscountRecord } from './discount-text.ts'

const MemberSearch = lazy(() =>
  import('../members/MemberSearch.tsx').then(({ MemberSearch }) => ({ default: MemberSearch })),
)

type Question = Input<typeof checkDiscounts>
type Choices = Output<typeof getDiscountChoices>

/** What a member would pay: all discounts of the club at once, and why not the others. */
export function PriceCheck({ discount }: { discount: DiscountRecord }) {
  const clubs = [
    ...(discount.reach === 'chosen' ? [] : [{ clubId: discount.clubId, clubName: discount.clubName }]),
    ...discount.clubs,
  ]
  const [clubId, setClubId] = useState(clubs[0]?.clubId ?? discount.clubId)
  const [member, setMember] = useState<FoundMember | null>(null)
  const choices = useRead(getDiscountChoices, { clubId }, { enabled: member !== null })
  return (
    <Panel title="What would a member pay?">
      <div className={css.check}>
        {clubs.length > 1 && (
          <Select
            label="Club"
            options={clubs.map(each => ({ value: String(each.clubId), text: each.clubName }))}
            value={String(clubId)}
            onChoose={value => {
              setClubId(Number(value))
              setMember(null)
            }}
          />
        )}
        {member ? (
          <p className={css.member}>
            <strong>{member.label}</strong>
            <Button variant="quiet" onClick={() => setMember(null)}>
              Another member
            </Button>
          </p>
        ) : (
          <Suspense fallback={<Skeleton height="40px" />}>
            <MemberSearch key={clubId} clubId={clubId} onSelect={setMember} />
          </Suspense>
        )}
        {choices.error && (
          <ErrorState
            title="The prices could not be loaded."
            error={choices.error}
            retry={() => void choices.refetch()}
          />
        )}
        {member && choices.isLoading && <SkeletonRows count={2} height="56px" />}
        {member && choices.data && (
          <Ask key={member.id} clubId={clubId} memberId={member.id} choices={choices.data} discount={discount} />
        )}
      </div>
    </Panel>
  )
}

const schema = z.object({
  what: z.string().check(z.minLength(1, { error: 'Choose what is bought' })),
  price: checkDiscounts.input.shape.price as z.ZodMiniType<number, number | null>,
  code: z.nullable(z.string()),
})

interface AskProps {
  clubId: number
  memberId: number
  choices: Choices
  discount: DiscountRecord
}

function Ask({ clubId, memberId, choices, discount }: AskProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const things = thingsOf(choices)
  const first = things[0]
  const form = useForm({
    schema,
    values: { what: first?.value ?? '', price: first?.price ?? null, code: discount.code },
    save: async ({ what, price, code: said }) => {
      const [field = '', id = ''] = what.split(' ')
      setQuestion({ clubId, memberId, price, code: said, [field]: Number(id) })
      return {}
    },
  })
  const what = form.watch('what')
  const price = things.find(({ value }) => value === what)?.price ?? null
  const { setValue } = form
  useEffect(() => setValue('price', price), [price, setValue])
  return (
    <>
      <Form form={form} submit="Work it out" isInDialog>
        <div className={css.ask}>
          <SelectField {...form.field('what')} label="Buys" options={things} />
          <MoneyField {...form.field('price')} label="Price before discounts" />
          <TextField {...form.field('code')} label="Code" maxLength={40} />
        </div>
      </Form>
      {question && <Answer question={question} discountId={discount.discountId} />}
    </>
  )
}

/** All that has a price, under the name of the input that takes its id. */
function thingsOf({ trainingPlans, products, classes }: Choices) {
  const kinds = [
    ['trainingPlanId', 'Plan', trainingPlans],
    ['productId', 'Product', products],
    ['classId', 'Event', classes],
  ] as const
  return kinds.flatMap(([field, kind, list]) =>
    list.map(({ id, name, price }) => ({ value: `${field} ${id}`, text: `${kind}: ${name}`, price })),
  )
}

/** The reason of the discount that is looked at stands before those of the others. */
function Answer({ question, discountId: own }: { question: Question; discountId: number }) {
  const answer = useRead(checkDiscounts, question)
  if (answer.error)
    return <ErrorState title="This could not be worked out." error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows count={3} height="32px" />
  const { fullPrice, price, discounts, others } = answer.data
  return (
    <section className={css.answer} aria-label="What the member would pay" aria-live="polite">
      <p className={css.price}>
        {currency(price)}
        {price !== fullPrice && <span className={css.soft}> instead of {currency(fullPrice)}</span>}
      </p>
      <ul className={css.reasons}>
        {discounts.map(({ discountId, name, amount }) => (
          <li key={discountId}>
            <strong>{name}</strong> takes off {currency(amount)}
          </li>
        ))}
        {others
          .toSorted((a, b) => Number(b.discountId === own) - Number(a.discountId === own))
          .map(({ discountId, name, reason }) => (
            <li key={discountId} className={discountId === own ? undefined : css.soft}>
              {name}: not given. {reason}
            </li>
          ))}
      </ul>
      {discounts.length + others.length === 0 && <p className={css.soft}>The club has no discounts.</p>}
    </section>
  )
}
