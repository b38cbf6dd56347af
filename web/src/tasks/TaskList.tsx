import { getTask, getTaskChoices, getTasks } from '@honbu/contract/tasks.ts'
import { IconBell, IconChecklist, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { MemberSearch } from '../members/MemberSearch.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { GridPages } from '../ui/grid/GridPages.tsx'
import { useSelection } from '../ui/grid/selection.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Together } from '../ui/Together.tsx'
import { TaskBar } from './TaskBar.tsx'
import { TaskFilters } from './TaskFilters.tsx'
import { TaskGroups } from './TaskGroups.tsx'
import type { Task, TaskLine } from './task.ts'
import { noticesAddress } from './task-address.ts'
import { isFiltered, readTaskQuery, taskGrid, taskPageSize } from './task-query.ts'
import { tasksOf } from './task-rows.ts'
import { useTaskWrites } from './use-task-writes.ts'

const TaskDialog = lazy(() => import('./TaskDialog.tsx').then(m => ({ default: m.TaskDialog })))
const PostponeDialog = lazy(() => import('./PostponeDialog.tsx').then(m => ({ default: m.PostponeDialog })))
const AnswerDialog = lazy(() => import('../enquiries/AnswerDialog.tsx').then(m => ({ default: m.AnswerDialog })))
const ReassignDialog = lazy(() => import('./ReassignDialog.tsx').then(m => ({ default: m.ReassignDialog })))

/** How soon what others do is seen here. */
const freshFor = 60_000

/** What is asked of tasks in a dialog. */
type Asked =
  | { what: 'edit'; task: Task | null }
  | { what: 'answer'; task: Task }
  | { what: 'postpone' | 'reassign'; tasks: readonly Task[] }
  | null

/** My Task List (id 0), or that of a club. */
export function TaskList() {
  const { params, search, setSearch } = useAddress()
  const id = idOf(params.id)
  const query = readTaskQuery(search)
  const choices = useRead(getTaskChoices, { id })
  const today = choices.data?.today ?? ''
  // Only what is due by some day has to know which day it is.
  const isKnown = query.due === '' || today !== ''
  const answer = useRead(
    getTasks,
    { id, ...taskGrid(isKnown ? query : { ...query, due: '' }, today) },
    { placeholderData: keepPreviousData, refetchInterval: freshFor, enabled: isKnown },
  )
  const selection = useSelection()
  const writes = useTaskWrites()
  const [asked, setAsked] = useState<Asked>(null)
  // A link from elsewhere opens one of them.
  const openId = idOf(search.task)
  const opened = useRead(getTask, { id: openId }, { enabled: openId > 0 })
  const lines = answer.data?.data ?? none
  const tasks = tasksOf(lines)
  const chosen = tasks.filter(({ taskId }) => selection.has(taskId))
  const clubName = choices.data?.clubs.find(({ clubId }) => clubId === id)?.clubName
  const title = id === 0 ? 'My Task List' : `Tasks of ${clubName ?? 'the club'}`

  async function finish(done: readonly Task[]) {
    const taskIds = done.map(({ taskId }) => taskId)
    const isDone = query.isDone ? await writes.reopen(taskIds) : await writes.complete(taskIds)
    if (isDone) selection.set(taskIds, false)
  }

  return (
    <Screen>
      <PageHeader
        title={title}
        actions={
          <>
            <AppLink to={noticesAddress} className={buttonClass()}>
              <IconBell size={18} aria-hidden="true" />
              Notifications
            </AppLink>
            <Button variant="primary" onClick={() => setAsked({ what: 'edit', task: null })}>
              <IconPlus size={18} aria-hidden="true" />
              New task
            </Button>
          </>
        }
      >
        {id === 0 && 'What is for you, and what is for nobody in particular in the clubs you work in.'}
      </PageHeader>
      <Together isReady={!choices.isLoading} meanwhile={<SkeletonRows count={8} height="56px" />}>
        <TaskFilters
          id={id}
          query={query}
          choices={choices.data}
          memberName={tasks.find(({ memberId }) => memberId === query.memberId)?.memberName ?? ''}
          onChange={values => {
            selection.clear()
            setSearch({ page: undefined, ...values })
          }}
        />
        {answer.error && (
          <ErrorState
            title={answer.data ? 'The tasks are not up to date.' : 'The tasks could not be loaded.'}
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {!answer.data && !answer.error && <SkeletonRows count={8} height="56px" />}
        {answer.data?.total === 0 && <Nothing isDone={query.isDone} isPart={isFiltered(query)} />}
        {answer.data && answer.data.total > 0 && (
          <>
            <TaskBar
              total={tasks.length}
              chosen={chosen}
              isDone={query.isDone}
              isBusy={writes.isBusy}
              onAll={isOn =>
                isOn
                  ? selection.set(
                      tasks.map(({ taskId }) => taskId),
                      true,
                    )
                  : selection.clear()
              }
              onFinish={() => void finish(chosen)}
              onPostpone={() => setAsked({ what: 'postpone', tasks: chosen })}
              onReassign={() => setAsked({ what: 'reassign', tasks: chosen })}
            />
            <TaskGroups
              lines={lines}
              isDone={query.isDone}
              showClub={id === 0 && (choices.data?.clubs.length ?? 0) > 1}
              selection={selection}
              onFinish={done => void finish(done)}
              onEdit={task => setAsked({ what: 'edit', task })}
              onPostpone={tasks => setAsked({ what: 'postpone', tasks })}
              onReassign={tasks => setAsked({ what: 'reassign', tasks })}
              onAnswer={task => setAsked({ what: 'answer', task })}
            />
            <GridPages
              page={query.page}
              pageSize={taskPageSize}
              total={answer.data.total}
              onChange={({ page }) => setSearch({ page: page && page > 1 ? String(page) : undefined })}
            />
          </>
        )}
      </Together>
      <Suspense>
        {openId > 0 && opened.data && choices.data && (
          <TaskDialog
            key={openId}
            task={opened.data}
            clubId={id}
            choices={choices.data}
            search={MemberSearch}
            onClose={() => setSearch({ task: undefined })}
          />
        )}
        {asked?.what === 'edit' && choices.data && (
          <TaskDialog
            task={asked.task}
            clubId={id}
            choices={choices.data}
            search={MemberSearch}
            onClose={() => setAsked(null)}
          />
        )}
        {asked?.what === 'answer' && asked.task.memberId && (
          <AnswerDialog
            memberId={asked.task.memberId}
            clubId={asked.task.clubId}
            name={asked.task.memberName ?? ''}
            asked={asked.task.details}
            onClose={() => setAsked(null)}
          />
        )}
        {asked?.what === 'postpone' && choices.data && (
          <PostponeDialog tasks={asked.tasks} today={today} done={selection.clear} onClose={() => setAsked(null)} />
        )}
        {asked?.what === 'reassign' && choices.data && (
          <ReassignDialog
            tasks={asked.tasks}
            choices={choices.data}
            done={selection.clear}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </Screen>
  )
}

const none: readonly TaskLine[] = []

function Nothing({ isDone, isPart }: { isDone: boolean; isPart: boolean }) {
  const icon = <IconChecklist size={24} />
  if (isPart) return <EmptyState icon={icon} title="No task fits this filter" />
  if (isDone) return <EmptyState icon={icon} title="Nothing has been done yet" />
  return (
    <EmptyState icon={icon} title="Nothing to do">
      Reminders of notes appear here, and what the system notices each morning: who came for the first time, who has
      been away for two weeks, whose membership ends.
    </EmptyState>
  )
}
