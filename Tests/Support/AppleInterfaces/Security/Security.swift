// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// https://developer.apple.com/documentation/kernel/osstatus
public typealias OSStatus = Int32

// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{ fatalError() }
// A C function, whose result can be ignored.
// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@discardableResult public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  fatalError()
}
// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  fatalError()
}
// https://developer.apple.com/documentation/security/secitemdelete(_:)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError() }

// https://developer.apple.com/documentation/security/secrandomref
public class SecRandomRef {}
// https://developer.apple.com/documentation/security/ksecrandomdefault
public var kSecRandomDefault: SecRandomRef? { fatalError() }
// https://developer.apple.com/documentation/security/secrandomcopybytes(_:_:_:)
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32
{
  fatalError()
}

// https://developer.apple.com/documentation/security/ksecclass
public var kSecClass: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecclassgenericpassword
public var kSecClassGenericPassword: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecattrservice
public var kSecAttrService: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecattraccount
public var kSecAttrAccount: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecattrsynchronizable
public var kSecAttrSynchronizable: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecattraccessgroup
public var kSecAttrAccessGroup: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecattraccessible
public var kSecAttrAccessible: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecreturndata
public var kSecReturnData: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecmatchlimit
public var kSecMatchLimit: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecmatchlimitone
public var kSecMatchLimitOne: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecvaluedata
public var kSecValueData: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { fatalError() }
// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
@available(macOS 10.15, iOS 13.0, *)
public var kSecUseDataProtectionKeychain: CFString { fatalError() }

// https://developer.apple.com/documentation/security/errsecsuccess
public var errSecSuccess: OSStatus { fatalError() }
// https://developer.apple.com/documentation/security/errsecduplicateitem
public var errSecDuplicateItem: OSStatus { fatalError() }
// https://developer.apple.com/documentation/security/errsecitemnotfound
public var errSecItemNotFound: OSStatus { fatalError() }
// https://developer.apple.com/documentation/security/errsecinteractionnotallowed
public var errSecInteractionNotAllowed: OSStatus { fatalError() }
// https://developer.apple.com/documentation/security/errsecmissingentitlement
public var errSecMissingEntitlement: OSStatus { fatalError() }
