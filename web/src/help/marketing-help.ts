import { readArticles } from './article.ts'
import type { Collection } from './collection.ts'

/** Read when the application is built: the texts are part of these screens' chunk, and of no other. */
const files = import.meta.glob<string>('./articles/marketing-help/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export const marketingHelp: Collection = {
  name: 'marketing-help',
  address: '/marketing-help',
  title: 'Marketing help',
  lead: 'How clubs are found, how a trial becomes a membership, and how to write what is read.',
  examples: ['enquiry form', 'trial', 'consent', 'newsletter', 'spam'],
  categories: [
    { id: 1, name: 'Being found', text: 'Enquiries, your website, friends and reviews.' },
    { id: 2, name: 'From trial to member', text: 'What to do with people who have asked.' },
    { id: 3, name: 'Writing to members', text: 'Newsletters, text messages, and what happens by itself.' },
    { id: 4, name: 'Consent and delivery', text: 'Who may be written to, and how it arrives.' },
    { id: 5, name: 'What works', text: 'The figures behind it.' },
  ],
  articles: readArticles(files),
}
