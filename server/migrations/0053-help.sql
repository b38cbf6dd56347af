-- Whether an article of the help has helped: one answer a person, which can be changed. The articles are files of the
-- product and no rows, so their key is text: the collection and the name.
create table help_vote (
  account_id bigint not null references account on delete cascade,
  article text not null constraint help_vote_article_written
    check (char_length(article) <= 120 and article ~ '^[a-z]+(-[a-z]+)*/[a-z0-9]+(-[a-z0-9]+)*$'),
  is_helpful boolean not null,
  voted_at timestamptz not null default now(),
  primary key (account_id, article)
);
-- What is read about an article is asked over all people.
create index help_vote_article on help_vote (article, is_helpful);
