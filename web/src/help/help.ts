import { inOrder, readArticles } from './article.ts'
import type { Collection } from './collection.ts'
import { figuresArticle } from './figures-article.ts'

/** Read when the application is built: the texts are part of these screens' chunk, and of no other. */
const files = import.meta.glob<string>('./articles/help/*.md', { query: '?raw', import: 'default', eager: true })

export const help: Collection = {
  name: 'help',
  address: '/help',
  title: 'Support',
  lead: 'How to do it, and what to do when it does not work.',
  examples: ['register', 'direct debit', 'import', 'belt', 'refund', 'password'],
  categories: [
    { id: 1, name: 'First steps', text: 'A new club, its members, and where things are.' },
    { id: 2, name: 'Members', text: 'Who they are, whom to call, what they agreed to.' },
    { id: 3, name: 'Classes and registers', text: 'Rooms, timetable, trials, and who came.' },
    { id: 4, name: 'Gradings', text: 'Grades and belts, who is ready, and the day itself.' },
    { id: 5, name: 'Memberships and prices', text: 'Plans, changes, breaks and ends.' },
    { id: 6, name: 'Money', text: 'Charging, direct debit, cards, the desk and the bank.' },
    { id: 7, name: 'Messaging', text: 'E-mails and texts, to many and by themselves.' },
    { id: 8, name: 'Your club and its people', text: 'Details, rights, lists, and who did what.' },
    { id: 9, name: 'Dashboard and reports', text: 'The figures, and what they mean.' },
    { id: 10, name: 'Trouble', text: 'When something does not work.' },
  ],
  articles: inOrder([...readArticles(files), figuresArticle]),
}
