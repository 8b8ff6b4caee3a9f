#pragma once
#include_next <limits.h>
#include <sys/types.h>
