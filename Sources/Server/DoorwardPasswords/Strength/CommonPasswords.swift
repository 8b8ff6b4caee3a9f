import DoorwardSodium

/// Common passwords that the dictionaries of zxcvbn do not have: columns of keys, well-known phrases, words for "password", and
/// frequent passwords of breaches.
///
/// The breached passwords are those of Django's list (django.contrib.auth, BSD license; made by Royce Williams) of at least 8
/// characters for which zxcvbn alone gives a score of 3 or 4.
enum CommonPasswords {
  /// The passwords in lower case, without spaces. Columns of keys are first, because passwords consist of several.
  static let all = text.split(whereSeparator: \.isWhitespace).map(String.init)
  private static let known = Set(all)
  private static let longest = all.map(\.utf8.count).max() ?? 0

  /// Whether a UTF-8 text is one of the passwords. Upper and lower case are the same, and only letters and digits count.
  static func contains(_ text: WipedBytes) -> Bool {
    text.withUnsafeBytes { bytes in
      // No password has so many separators. A longer text is not copied.
      guard bytes.count <= 2 * longest else { return false }
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      return known.contains(text.filter { $0.isLetter || $0.isNumber })
    }
  }

  private static let text = """
    qaz wsx edc rfv tgb yhn ujm zaq xsw cde vfr bgt nhy mju 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik
    correcthorsebatterystaple thequickbrownfox
    thequickbrownfoxjumpsoverthelazydog tobeornottobe tobeornottobethatisthequestion
    loremipsumdolorsitamet maytheforcebewithyou inthebeginningwastheword
    supercalifragilisticexpialidocious qazwsxedcrfv qazwsxedcrfvtgb qazwsxedcrfvtgbyhnujm 1qaz2wsx3edc
    1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb 1qazxsw23edcvfr4 zaq12wsxcde3 zaq12wsxcde34rfv zaq1xsw2cde3vfr4
    1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6 q1w2e3r4t5y6u7i8
    q1w2e3r4t5y6u7i8o9p0 a1s2d3f4g5h6 a1s2d3f4g5h6j7k8 qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm
    qweasdzxc qweasdzxcrtyfghvbn qwerasdfzxcv qwertzuiop qwertzuiopasdfghjkl azertyuiop
    azertyuiopqsdfghjklm passwort kennwort motdepasse contrasena contraseña parola senha haslo hasło
    wachtwoord salasana jelszo sifre şifre пароль привет йцукен йцукенгшщзхъ фывапролджэ фывапролд
    ячсмитьбю любовь наташа марина максим 密码 パスワード 비밀번호 000webhost 010203040506 0192837465 0icotpd785
    0p9o8i7u 0r968ji9ufj6 102030405060 121324810z 123hfjdk147 12s3t4p55 13587930210 139381512 168asd168
    18atcskd2w 18n28n24a5 1a2a3a4a 1a2a3a4a5a 1a2s3d4f 1a2s3d4f5g 1fptjtl919 1fr2rfq7xl 1g2w3e4r 1olmetec1
    1q2q3q4q 1q2q3q4q5q 1q2w3e4r5t6y7u 1qa2ws3ed 1qay2wsx 1v7upjw3nt 1z2x3c4v 1z2x3c4v5b 1zn6fpn01n
    1zn6fpn01x 2416101113 29rsavoy 2bornot2b 2cxdn8s271 2kroliczek 2pacshakur 31081981rs 31x7t5xbke
    3d8cubaj2e 3odi15ngxb 3qdlqb49js 3rjs1la2qe 3rjs1la7qe 3rjs5la8qe 3s43pth5aea 3syqo15hil 421uiopy258
    4391634m 4815162342 520love101182 5532361cnjqrf 5845201314 5a8b9c2d 5hsu75kpot 5plk4l5uc7 5x1cjdsb9p
    5xfgs3ii9d 6817zd57 6hbf28w791 6v21wbgad 776158ab 7ugd5hip2j 849vak17 8ix6s1fceh 8phrowz624 9293709b13
    92dk2cidp 92k2cizcdp 9uzp9jek3f a1a2a3a4 a1a2a3a4a5 a1s2d3f4 a1s2d3f4g5 a838hfid abrakadabra aczx7812
    addl0223 adekunle ahbird1984 aishiteru akax89wn aksrms8010 alladin79 allahuakbar almario927
    amdturion64 amoreterno amoureuse amoureux anhyeuem aobo2010 aq1sw2de3 aqwzsxedc arabella24630
    arcobaleno arschloch arschloch1 asd666fds atlars10 aurelien babygurl12 babygurl13 babygurl14 babygurl2
    baili123com bambolina bamidele barakuda barselona bela2404 biologia bismillah1 bkl29m2bk bl8lygb0
    bmx4life bobesponja borboleta buzhidao bvp33w7epu bwfq23jp7f bynthytn byusdg23 c3por2d2 c43qpul5rz
    capucine cds04121989 cdtnkfyf cepetsugih cfitymrf cheerleade chicharito choupette cjkysirj cksdnd12
    clochette cm6e7aumn9 cnfybckfd computador computadora couponsc10 crepusculo crjhgbjy cucciola cucciolo
    cvbhyjdf cvzefh1gkc cxfcnkbdfz cxy831126 d2xyw89sxj d71lwz9zjs d9zufqd92n dalbas73 dbrnjhbz ddzj39cb3
    deusefiel devilmaycry dfa72dfj dfcbkbcf dfg5fhg5vgfh1 dfktynby dfktynbyf diciembre diosesamor
    diosesfiel diwtgm8492 dkflbckfd dkflbvbh dkssud12 dkxjizc282 dookenr1 drjynfrnt dthjybrf dtxyjcnm
    e2yfp41b e3r4t5y6 edxk20qmfs eh1k9oh335 ehdgnl12 eqes606898 estrellita evony192 f1uuhza723 faca210898
    familiyafamiliya feuerwehr fgtkmcby fickdich fkbyjxrf fktrcfylh fktrcfylhf fktyeirf forzajuve
    fqrg7cs493 fuchurli fuk19600 fuku00198 funmilola futyn007 fxzz75yer fyfcnfcbz fyfnjkbq fylhtq12
    fysihz5g fyutkbyf fyutkjxtr g13916055158 g9l2d1fzpy gambion32 gbgbcmrf gbhfvblf gdcc9921 gfhjkm123
    gfhjkmgfhjkm gfs2z6wb ghbdtn123 ghbdtnbr ghbdtnrfrltkf ghblehjr ghbywtccf ghhh47hj7649 ghjcnjnfr
    ghjdthrf ghjuhfvvf gigaman8891 grenouille gribouille gtavicecity gtnhjdbx gunsnroses gwapoako
    h1xp2z2duk h2vwdubjx4 hans4queck hbhc8290826 hevhk43n9j hgrfqg4577 hm9958123 home0401 htubcnhfwbz
    huhbbhzu78 hurensohn hx28o9e646 ibicguwjic ichliebedi ichliebedich icthus01 icxkyb7972 id6c3wr6un
    idontcare1 ig4abox4 ijrjkflrf ilds4edad ilovemyfam inactive1996aug iw14fi9j iw14fi9jwqa iw14fi9jxl
    j1v1fp2bxm j38ifubn j4n4jel4 j5644574 jaigurudev jaimatadi jakcgt333 jdd04257 jesucristo jfgvcqbuzug
    jg3h4hfn ji394su3 jiefang007 jjcg16dj5k jkiuztdftl57 jobshop2002 jomacapa jumpman23 jundian2011xr
    juventini k47rizxt2g kakashi21 kakashka kamasutra kamikadze kapej111 karakartal kartoffelpuffer
    karukera kevnwo128 kfcnjxrf khongbiet kifj9n7bfu kikeunyw kinomoto89 kissmyass2 kjrjvjnbd klapaucius
    klaudia01 kleopatra kmzwa8awaa knackwurst8853 kochamcie kokakola kolawole komputer komputer1
    komputer12 konfetka krokodil kuana230345 kurwamac l6ho3tg7wb lacrimosa lapochka laurel12creek
    leliane50934 lfitymrf lilmama12 lilmama2 lilpimp1 lilwayne12 lilwayne2 lincogo1 lipgloss1 ljxtymrf
    lolek123 loxpider lydcc20091314 lzhan16889 m01759766727 m1chp00h madagaskar maella1311 magandaako
    mahalkita mahalkita1 maiyeuem malishka mamika10 mamikawada mamochka maprchem56458 marek14michal
    margarida matematica matematika mazafaka mazdarx8 mbahurip megaparol12345 mersedes milashka minhasenha
    minouche mirantte misiaczek mkal2707 montgom2409 mrf11277215 ms0083jxj murcielago mv46vkmz10 nanou4552
    nastenka natiichen999 neopets12 nha7ebf6kp nissan350z nks230kjs82 nokia3100 nokia3250 nokia5130
    nokia5300 nokia5530 nokia5800 nokia6233 nokian95 nomeacuerdo noviembre ntktdbpjh nummero1 nyq28giz1z
    ocpoook325 ohmnamah23 oks65b6666 olamilekan olanrewaju olatunji olayinka olitec00 olo65b6666 oluwaseun
    oojs4ykl opelcorsa opernhaus1 ou29q6666 ovr220278 owt243ygbh owt243ygbj p3rat54797 papichulo
    papichulo1 pazzword123 pedarsag pk3x7w9w poepen19 pok29q6666 polenka1 polniypizdec0211
    polniypizdec1102 polniypizdec110211 pomalo123 poptart1 poptropica positivo poupette povlmly727
    povray14 pqntmt1247 przyjaciolki psicologia q0tsrbv488 q1q2q3q4 q1q2q3q4q5 qarglr123 qawsedrftg
    qazxswedcvfr qdujvyg5sxa qh6xl1p9xj qiciqdp162 qpwoeiruty qq18ww899 qti7zxh18u qugrqfo825
    qwegta13091990 r9lw4j8khx rb26dett rbotmvz954 rdfhnbhf rdukv46x reglisse remo1d72a rencontre
    resing1965 rfhfvtkmrf rfhfylfi rfhnjirf rfnthbyf rfntymrf rfvfcenhf rhbcnbyf rhfcfdbwf rhfcjnrf
    rhjrjlbk rjhjktdf rjyatnrf rjycnfynby rksk3210 rktjgfnhf roanne42300 romans828 rtw150809 ryan962052
    s8ylpe9jdpvym sagitario sagitarius schokolade scvmofas79 sdf7asdf6asdg8df seniseviyorum septiembre
    sevgilim sextrime1 sig53num sk84life sk8erboi sk8erboy sk8ordie ska02ska skateordie slovensko slunicko
    smb0512bz snorre98 sojdlg123aljg solitario solnishko somanypickles27 sonnenschein sonyvaio souljaboy1
    spez3012 spionin8688 spitsy16 ssyu1314 staredobre starwarsfan10 stefangreil1983 steflio3123 surside13
    sz9kqcctwy teamomucho techn9ne tecktonik teiubesc telechargement televizor tequiero1 terserah timoxa94
    tkbpfdtnf tkfkdgo1 tkfkdgo7 tl281188t tmvlzj12 tnk0mk16vx tolulope tombrady12 total12scherz trandafir
    trfnthbyf triskelion ttd955audg tuputamadre ty2t1hv3oc tzir25l5kn u1v7hhh7ef u83xu3u83 uhfaabnb
    uhfybn8888 ukflbfnjh12 univers2l uqa9ebw445 uvgx8f8232 vacances vaffanculo vfhbjk1801 vfhbyjxrf
    vfhnsirf vfhufhbnf vfitymrf vfntvfnbrf vfrcbvrf villevalo viphv5j736 vitor1268123 vjqgfhjkm vkontakte
    vqsablpzla vrbgqns997 vuc7neyu0 w1aubvoq w5tn36alfw w5txn36alfw w66yrybgra waheguru waldiw82 wdtnjxtr
    webhompass welkom01 weronika1992 weyersheim woaini1314 woaini520 woaiwojia woshishui woshiyazi
    wpcakir264 wrasloco11 wsbe279qsg wubin007 ww651118 wz362308 x3luym2mmj x4ivyga51f x99qomx561
    xantria10315 xblhintb9w xige5516726 xlsl9963 xt97794xt xtseo2011tdx y6p67ftrqj yagjecc826
    yandi20080527 yaoiisgrand yemi19900911 yfcntymrf yfdbufnjh10305070 yfdbufnjh63 yjdsqgfhjkm yomomma1
    yu5l97wk8q z0102030405 z1x2c3v4 z1x2c3v4b5 zacefron1 zag12wsx zbychlas zesh1412 zhd741220 zmx870919123
    zxasqw12 zxc841219 zxcasdqwe zxcasdqwe123 zz8807zpl
    """
}
