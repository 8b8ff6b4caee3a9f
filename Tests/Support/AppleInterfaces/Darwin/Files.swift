// swift-format-ignore-file: AlwaysUseLowerCamelCase
// C functions, as Darwin's overlay and the importer declare them for Swift.

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
@discardableResult public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
@discardableResult public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
@discardableResult public func openat(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/close.2.html
@discardableResult public func close(_ descriptor: Int32) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/read.2.html
@discardableResult public func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int)
  -> Int
{ fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/write.2.html
@discardableResult public func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int {
  fatalError()
}
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html
@discardableResult public func fsync(_ descriptor: Int32) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
@discardableResult public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/flock.2.html
@discardableResult public func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/mkdir.2.html
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/chmod.2.html
@discardableResult public func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/rename.2.html
@discardableResult public func renameat(
  _ folder: Int32, _ old: UnsafePointer<CChar>, _ other: Int32, _ new: UnsafePointer<CChar>
) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/link.2.html
@discardableResult public func linkat(
  _ folder: Int32, _ old: UnsafePointer<CChar>, _ other: Int32, _ new: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 { fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/unlink.2.html
@discardableResult public func unlinkat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32)
  -> Int32
{ fatalError() }
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getuid.2.html
public func geteuid() -> uid_t { fatalError() }
