#pragma once
// Stand-in: macros of the C library of Linux in the headers of other libraries.
#define __BEGIN_DECLS
// Stand-in: the same.
#define __END_DECLS
// Stand-in: the same.
#define __THROW
