#pragma once
// This library has no functions to call. Linking it is enough.
