import type { Output } from '@honbu/contract/endpoint.ts'
import { getGradeTable, saveGrades } from '@honbu/contract/grade-table.ts'
import { useEffect, useRef, useState } from 'react'
import { isRefusal, type Refusal, readQuery, useWrite } from '../app/api.ts'
import { queries } from '../app/queries.ts'
import { useForm } from '../ui/form/use-form.ts'
import { emptyRow, keyOf, nameOfCopy, newKeys, type Row, RowsByKey, rowOf, sentRows } from './grade-rows.ts'
import type { PastedRow } from './paste-grades.ts'

export type Table = Output<typeof getGradeTable>

/**
 * The form of all grades, and what can be done with its rows. Rows have keys of their own, so that what two people have
 * changed in different cells goes together.
 */
export function useGradeTable(table: Table, saved: () => Promise<void>) {
  const write = useWrite(saveGrades)
  // The newest table that this form has heard of.
  const newest = useRef(table)
  if (table.version > newest.current.version) newest.current = table
  const form = useForm({
    schema: RowsByKey,
    values: valuesOf(table),
    version: table.version,
    save: async (values, version) => {
      const { keys, ...sent } = sentRows(values, newest.current.grades)
      const result = await write.mutateAsync({ id: table.disciplineId, version, ...sent })
      if (!isRefusal(result)) return result
      return besideRows(await asConflict(result, { id: table.disciplineId, version }), keys)
    },
    saved,
    fromRecord: (record: Table) => {
      newest.current = record
      return valuesOf(record)
    },
  })
  const { getValues, setValue } = form
  const order = form.watch('order')
  const [chosen, setSelected] = useState<ReadonlySet<string>>(new Set())
  const selected = order.filter(key => chosen.has(key))
  const toFocus = useRef<string | null>(null)
  useEffect(() => {
    if (toFocus.current === null) return
    const [cell] = document.getElementsByName(`rows.${toFocus.current}.gradeName`)
    toFocus.current = null
    cell?.focus()
  })

  const setOrder = (keys: readonly string[]) => setValue('order', [...keys], { shouldDirty: true })
  function insert(at: number, rows: readonly Row[]) {
    const keys = newKeys(order, rows.length)
    for (const [index, key] of keys.entries()) setValue(`rows.${key}`, rows[index] ?? emptyRow)
    setOrder(order.toSpliced(at, 0, ...keys))
    toFocus.current = keys[0] ?? null
  }
  const add = (rows: readonly Row[] = [emptyRow]) => insert(order.length, rows)
  function set(keys: readonly string[], values: Partial<Row>) {
    for (const key of keys)
      for (const [field, value] of Object.entries(values))
        setValue(`rows.${key}.${field as keyof Row}`, value, { shouldDirty: true })
  }
  const names = () => order.map(key => getValues(`rows.${key}.gradeName`))

  return {
    form,
    order,
    names,
    add,
    set,
    selected,
    select: (keys: readonly string[]) => setSelected(new Set(keys)),
    move(key: string, to: string) {
      const [from, target] = [order.indexOf(key), order.indexOf(to)]
      setOrder(order.toSpliced(from, 1).toSpliced(target, 0, key))
    },
    duplicate(keys: readonly string[]) {
      const taken = new Set(names())
      const copies = keys.map(key => {
        const row = getValues(`rows.${key}`)
        const gradeName = nameOfCopy(row.gradeName, taken)
        taken.add(gradeName)
        return { ...row, gradeId: 0, gradeName }
      })
      insert(order.indexOf(keys.at(-1) ?? '') + 1, copies)
    },
    remove(keys: readonly string[]) {
      const ids = keys.map(key => getValues(`rows.${key}.gradeId`)).filter(id => id !== 0)
      setOrder(order.filter(key => !keys.includes(key)))
      setValue('deletedIds', [...getValues('deletedIds'), ...ids], { shouldDirty: true })
      form.unregister(keys.map(key => `rows.${key}` as const))
      setSelected(new Set())
    },
    restore(gradeId: number) {
      const grade = newest.current.grades.find(each => each.gradeId === gradeId)
      setValue(
        'deletedIds',
        getValues('deletedIds').filter(id => id !== gradeId),
        { shouldDirty: true },
      )
      form.clearErrors('deletedIds')
      if (!grade) return
      setValue(`rows.${keyOf(grade)}`, rowOf(grade))
      setOrder(order.toSpliced(grade.position - 1, 0, keyOf(grade)))
    },
    paste(pasted: readonly PastedRow[]) {
      for (const { index, fields } of pasted) if (index !== null) set([order[index] ?? ''], fields)
      const others = pasted.filter(({ index }) => index === null)
      if (others.length > 0) add(others.map(({ gradeName, fields }) => ({ ...emptyRow, gradeName, ...fields })))
    },
  }
}

export type GradeRows = ReturnType<typeof useGradeTable>

const valuesOf = ({ grades }: Table) => ({
  order: grades.map(keyOf),
  rows: Object.fromEntries(grades.map(grade => [keyOf(grade), rowOf(grade)])),
  deletedIds: [] as number[],
})

/** A grade that someone else has deleted is refused as unknown: it's a conflict when the table is newer. */
async function asConflict(refusal: Refusal, { id, version }: { id: number; version: number }): Promise<Refusal> {
  if (refusal.status !== 403) return refusal
  const current = await queries.fetchQuery(readQuery(getGradeTable, { id })).catch(() => null)
  if (!current || current.version === version) return refusal
  const message = 'Someone else has changed this since you opened it.'
  return { ...refusal, status: 409, message, conflict: { by: '', at: null, current } }
}

/** "grades.3.gradeName" of the server is a cell of the fourth row that was sent. */
function besideRows(refusal: Refusal, keys: readonly string[]): Refusal {
  const fields = Object.entries(refusal.fields ?? {}).map(([name, texts]) => {
    const [, index, field] = /^grades\.(\d+)\.(\w+)$/.exec(name) ?? []
    return [index === undefined ? name : `rows.${keys[Number(index)]}.${field}`, texts]
  })
  return { ...refusal, ...(refusal.fields && { fields: Object.fromEntries(fields) }) }
}
