#pragma once
#include <fido.h>
