// The root class, as far as Swift's importer needs it.
// https://developer.apple.com/documentation/objectivec/nsuinteger
typedef __typeof__(sizeof(0)) NSUInteger;

// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
@protocol NSObject
- (_Bool)isEqual:(id _Nullable)object;
@property(readonly) NSUInteger hash;
@end

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype _Nonnull)alloc;
- (instancetype _Nonnull)init __attribute__((objc_designated_initializer));
@end
