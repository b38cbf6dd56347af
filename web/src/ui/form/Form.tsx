import { IconAlertTriangle } from '@tabler/icons-react'
import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { AppLink } from '../AppLink.tsx'
import { Button, buttonClass } from '../Button.tsx'
import { moment } from '../moments.ts'
import css from './Form.module.css'
import { LeaveGuard } from './LeaveGuard.tsx'
import type { AnyForm, FormConflict } from './use-form.ts'

interface Props {
  form: AnyForm
  /** On the button, e.g. 'Save room'. */
  submit: string
  /** Where "Cancel" leads, or what it does; left out: no such button. */
  cancel?: string | (() => void)
  /** Beside the buttons: deleting, for example. */
  aside?: ReactNode
  /** In a dialog: leaving the page is not at stake. */
  isInDialog?: boolean
  /** What is typed is kept as a draft, so leaving loses nothing. */
  hasDraft?: boolean
  /** For tables: as wide as its place. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of every form: refusals on top, buttons at the end, and a question before what was typed is lost. */
export function Form({
  form,
  submit,
  cancel,
  aside,
  isInDialog = false,
  hasDraft = false,
  isWide = false,
  children,
}: Props) {
  const top = useRef<HTMLDivElement>(null)
  const { refusal, conflict, isSaving } = form
  useEffect(() => {
    if (refusal || conflict) top.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal, conflict])
  return (
    <form className={clsx(css.form, isWide && css.wide)} noValidate onSubmit={form.submit}>
      <div ref={top} role="alert" className={css.top}>
        {refusal && (
          <p className={css.refusal}>
            <IconAlertTriangle size={20} aria-hidden="true" />
            <span>{refusal}</span>
          </p>
        )}
        {conflict && <ConflictNote conflict={conflict} />}
      </div>
      {children}
      <div className={css.buttons}>
        <Button
          type="submit"
          variant="primary"
          isBusy={isSaving}
          // The field would be left, and what is said of it would move the button from under the pointer before the click.
          onMouseDown={event => event.preventDefault()}
        >
          {isSaving ? 'Saving…' : submit}
        </Button>
        {typeof cancel === 'string' && (
          <AppLink to={cancel} className={buttonClass('secondary')}>
            Cancel
          </AppLink>
        )}
        {typeof cancel === 'function' && <Button onClick={cancel}>Cancel</Button>}
        <span role="status" className={css.nothing}>
          {form.hasNothing && 'Nothing to save'}
        </span>
        {aside && <div className={css.aside}>{aside}</div>}
      </div>
      {!isInDialog && !hasDraft && <LeaveGuard isDirty={form.isDirty} />}
    </form>
  )
}

function ConflictNote({ conflict }: { conflict: FormConflict }) {
  const { by, at, takeTheirs, keepMine } = conflict
  return (
    <div className={css.conflict}>
      <IconAlertTriangle size={20} aria-hidden="true" />
      <div>
        <p>
          <strong>{by || 'Someone else'}</strong> has changed the same fields since you opened this
          {at && ` (${moment(at)})`}. What would you like to keep?
        </p>
        <p className={css.choices}>
          <Button variant="primary" onClick={keepMine}>
            Keep mine and save
          </Button>
          <Button onClick={takeTheirs}>Take theirs</Button>
        </p>
      </div>
    </div>
  )
}

interface SectionProps {
  title: string
  /** One or two lines of help. */
  hint?: ReactNode
  children: ReactNode
}

/** Fields that belong together, side by side where there is room. */
export function FormSection({ title, hint, children }: SectionProps) {
  return (
    <fieldset className={css.section}>
      <legend className={css.legend}>{title}</legend>
      {hint && <p className={css.sectionHint}>{hint}</p>}
      <div className={css.fields}>{children}</div>
    </fieldset>
  )
}
