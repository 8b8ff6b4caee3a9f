#pragma once
#include <sqlite3.h>

// Declarations that Swift cannot import: a macro that casts an integer to a function pointer, and variadic
// functions.

static inline sqlite3_destructor_type doorward_sqlite3_transient(void) {
  return SQLITE_TRANSIENT;
}

static inline int doorward_sqlite3_switch(sqlite3 *connection, int option, int on) {
  return sqlite3_db_config(connection, option, on, (int *)0);
}

// SQLite refuses the change once it is initialized. The call is not safe beside other calls.
static inline int doorward_sqlite3_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
