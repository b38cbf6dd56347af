import clsx from 'clsx'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import { HelpLink } from './HelpLink.tsx'
import css from './PageHeader.module.css'

export interface Crumb {
  readonly text: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

interface Props {
  title: ReactNode
  /** The way back up, outermost first; null: not known yet, and a line is kept free for it. */
  crumbs?: readonly Crumb[] | null
  /** One line below the title. */
  children?: ReactNode
  actions?: ReactNode
  /** On a narrow screen the actions have a line to themselves, from the beginning: some or all come later than the title. */
  hasActionLine?: boolean
}

/** The head of every screen; its h1 takes the focus when the screen is opened. */
export function PageHeader({ title, crumbs = [], children, actions, hasActionLine = false }: Props) {
  return (
    <header className={css.header}>
      <div className={css.words}>
        {crumbs === null && <div className={css.crumbs} />}
        {crumbs && crumbs.length > 0 && (
          <nav aria-label="Breadcrumb">
            <ol className={css.crumbs}>
              {crumbs.map(({ text, to, search = {} }) => (
                <li key={to}>
                  <AppLink to={to} search={search}>
                    {text}
                  </AppLink>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={css.named}>
          <h1 className={css.title} tabIndex={-1}>
            {title}
          </h1>
          <HelpLink />
        </div>
        {children && <div className={css.line}>{children}</div>}
      </div>
      {(actions || hasActionLine) && (
        <div className={clsx(css.actions, hasActionLine && css.actionLine)}>{actions}</div>
      )}
    </header>
  )
}
