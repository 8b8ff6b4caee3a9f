// The classes that have a Core Foundation class beside them. Swift's importer makes a class of each `…Ref` and converts it with `as`
// only.
#include "../ObjectiveC/NSObject.h"

// https://developer.apple.com/documentation/foundation/nsstring
@interface NSString : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsdictionary
@interface NSDictionary : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsdata
@interface NSData : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsmutabledata
@interface NSMutableData : NSData
@end

// https://developer.apple.com/documentation/corefoundation/cfstring
typedef const struct __attribute__((objc_bridge(NSString))) __CFString *CFStringRef;
// https://developer.apple.com/documentation/corefoundation/cfdictionary
typedef const struct __attribute__((objc_bridge(NSDictionary))) __CFDictionary *CFDictionaryRef;
// https://developer.apple.com/documentation/corefoundation/cfdata
typedef const struct __attribute__((objc_bridge(NSData))) __CFData *CFDataRef;
// https://developer.apple.com/documentation/corefoundation/cfmutabledata
typedef struct __attribute__((objc_bridge_mutable(NSMutableData))) __CFData *CFMutableDataRef;
