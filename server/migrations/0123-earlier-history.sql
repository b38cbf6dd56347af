-- Whether a member trained before they were imported, so that classes that we don't know of lie behind them. Prospects and
-- people who joined in the two weeks before are newcomers.
create function has_earlier_history(of_member bigint) returns boolean language sql stable parallel safe as $$
  select exists (
    select from import_line line
    join import_batch batch on batch.id = line.import_batch_id
    join club_member own on own.member_id = line.member_id and own.club_id = batch.club_id
    where line.member_id = of_member and line.outcome = 'new' and own.member_status_id not in (22, 872)
      and (own.member_since is null or own.member_since < batch.imported_at::date - 14))
$$;

-- Imported members are counted anew.
delete from report_count where subject like '%at risk%';
