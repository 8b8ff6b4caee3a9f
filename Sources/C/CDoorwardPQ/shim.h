#pragma once
// Debian installs the headers in a folder that compilers do not search.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// The fields of an error. Swift does not import macros of characters.
enum {
  DOORWARD_PQ_SQLSTATE = PG_DIAG_SQLSTATE,
  DOORWARD_PQ_MESSAGE = PG_DIAG_MESSAGE_PRIMARY,
  DOORWARD_PQ_TABLE = PG_DIAG_TABLE_NAME,
  DOORWARD_PQ_COLUMN = PG_DIAG_COLUMN_NAME,
  DOORWARD_PQ_CONSTRAINT = PG_DIAG_CONSTRAINT_NAME,
};

static inline void doorward_pq_ignore_notice(void *context, const PGresult *notice) {
  (void)context;
  (void)notice;
}

// libpq prints notices of the server to standard error unless it has a receiver.
static inline void doorward_pq_ignore_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, doorward_pq_ignore_notice, (void *)0);
}
