import type { Output } from '@honbu/contract/endpoint.ts'
import type { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import {
  IconChartBar,
  IconChecklist,
  IconHelpCircle,
  IconLayoutDashboard,
  IconLock,
  IconLogout,
  IconMessages,
  IconPlus,
  IconSend,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLink } from '../../ui/AppLink.tsx'
import { isCurrentItem } from './is-current-item.ts'
import css from './SidebarMenu.module.css'

interface Props {
  config: Output<typeof getSidebarConfig>
  /** The current path, without the base path. */
  path: string
}

/** The menu items of the specification, section 2, in their order. */
export function SidebarMenu({ config, path }: Props) {
  const item = (to: string, icon: ReactNode, text: string, badge = 0) => (
    <li>
      <AppLink to={to} className={css.item} aria-current={isCurrentItem(to, path) ? 'page' : undefined}>
        {icon}
        <span className={css.text}>{text}</span>
        {badge > 0 && (
          <span className={css.badge}>
            {badge}
            <span className={css.hidden}> open</span>
          </span>
        )}
      </AppLink>
    </li>
  )
  return (
    <div className={css.menu}>
      <ul>
        {item('/', <IconLayoutDashboard size={20} aria-hidden="true" />, 'Dashboard')}
        {item(
          '/tasks/member-task-list/0',
          <IconChecklist size={20} aria-hidden="true" />,
          'My Task List',
          config.taskListCount,
        )}
        {item('/member/search', <IconUsers size={20} aria-hidden="true" />, 'All Members')}
      </ul>
      <h2 className={css.heading} id="your-clubs">
        Your Clubs
      </h2>
      <ul aria-labelledby="your-clubs">
        {config.clubs.map(({ id, name }) => (
          <li key={id}>
            <AppLink
              to={`/clubadmin/${id}/club-schedule`}
              className={css.club}
              aria-current={isCurrentItem(`/clubadmin/${id}/club-schedule`, path) ? 'page' : undefined}
            >
              <span className={css.text}>{name}</span>
            </AppLink>
          </li>
        ))}
        {config.closedClubs?.map(({ id, name }) => (
          <li key={id}>
            <AppLink to={`/clubadmin/${id}/club-schedule`} className={css.club}>
              <span className={css.text}>
                {name}
                <span className={css.hidden}>, needs two-factor sign-in</span>
              </span>
              <IconLock size={16} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </ul>
      <AppLink to="/club/create" className={css.create}>
        <IconPlus size={18} aria-hidden="true" />
        New Club
      </AppLink>
      <ul className={css.rest}>
        {item('/create-message', <IconSend size={20} aria-hidden="true" />, 'Send a Message')}
        {item('/messaging/sent-items', <IconMessages size={20} aria-hidden="true" />, 'Messaging')}
        {item('/reporting/management', <IconChartBar size={20} aria-hidden="true" />, 'Reporting')}
        {item('/help', <IconHelpCircle size={20} aria-hidden="true" />, 'Support')}
        <li>
          {/* The flag says that the logout began here. */}
          <Link
            to="/authentication/$action"
            params={{ action: 'logout' }}
            state={{ local: true }}
            preload={false}
            className={css.item}
          >
            <IconLogout size={20} aria-hidden="true" />
            <span className={css.text}>Logout</span>
          </Link>
        </li>
      </ul>
    </div>
  )
}
