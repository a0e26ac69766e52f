//! What a Spanish text states outright: a question that it asks, and boundaries that it sets to the answer.
//!
//! Invariant: as in English.

use std::sync::LazyLock;

use super::super::stated::{BOUNDARIES, Patterns, QUESTIONS};

pub(super) static SPANISH: LazyLock<Patterns> = LazyLock::new(|| {
    let start = r"(?:^|[,:(-] ?|\b(?:y|e|o|pero|entonces|asi que|solo|por favor|porque|pregunto|preguntandome|pregunte|pienso|pensando|digo|dios|senor|dime|diganme|ayudame a saber|consejos? (?:sobre|de|para)|no (?:se|entiendo|encuentro)|ya no se|quiero saber|quisiera saber|necesito saber|me gustaria saber|alguien sabe|saber|si) )";
    let how = r"(?:como (?:(?:puedo|puede|podemos|podria|hago|hace|hacen|hacemos|le hago|le hacen|se|debo|voy a|le|se hace|uno|una|alguien|la gente|aprendo|puede uno|sigo para) )*(?:para |a |de )*)";
    let person = r"(?:\w+ )?(?:hij[oa]s?|nin[oa]s?|mama|madre|papa|padre|padres|papas|espos[oa]|marido|mujer|pareja|novi[oa]|herman[oa]s?|amig[oa]s?|prim[oa]|sobrin[oa]|niet[oa]|abuel[oa]|familia|ex|suegr[oa]|ti[oa])";
    let dont = r"\b(?:no me (?:digan?|digas|vengan? (?:con|a decir)|salgas? con|salgan? con|manden?|pidan?|hablen? de|repitan?)|que (?:no|nadie) me (?:digan?|diga)|nadie me (?:diga|venga)|no quiero (?:oir|escuchar|que me (?:digan?|digas))|(?:hart[oa]|cansad[oa]) de (?:que me digan|oir|escuchar)|si (?:otra|una) persona (?:mas )?me dice)\b";
    let told = r"\b(?:todos|todo el mundo|la gente|mi (?:familia|mama|iglesia|pastor|hermana|suegra)|en la iglesia|el pastor|mis amig[oa]s|mis papas|ellos|siempre)(?: solo| siempre| nada mas)* (?:me )?(?:dice|dicen|repite|repiten|dijo|dijeron)\b";
    let parts = [("{how}", how), ("{person}", person), ("{dont}", dont), ("{told}", told)];
    Patterns::new(start, &parts, &QUESTION_SOURCES, &BOUNDARY_SOURCES)
});

/// Spanish questions, without where they begin.
const QUESTION_SOURCES: [(&str, &str); QUESTIONS.len()] = [
    (
        "children",
        r"(?:que|como) (?:le|les) (?:digo|decimos|explico|cuento|hablo)[a-z ]{0,12}(?:a )?(?:mis?|los|nuestr\w+) (?:hij[oa]s?|nin[oa]s?|pequen\w+|beb\w+|chicos)|(?:van a|va a|estaran|estara|podran) (?:estar bien|sufrir|odiarme|perdonarme) mis? (?:hij|nin)\w+|mis? (?:hij[oa]s?|nin[oa]s?) (?:van a|va a|me van a|me va a|estara\w*|podra\w*) (?:estar|sufrir|odiar|perdonar|quedar|recordar)|les (?:estoy|estamos) (?:haciendo dano|arruinando|danando)|como (?:protejo|cuido) a mis? (?:hij|nin)",
    ),
    (
        "heaven",
        r"(?:donde|adonde) (?:esta|estan|estara|se fue|fue)(?: ahora)? (?:el|ella|mi {person}|mi bebe|ahora)|esta(?:ra)? (?:el |ella |mi {person} |mi bebe )?(?:con dios|en el (?:cielo|infierno)|en paz|salv[oa])|(?:la|lo|los|las) (?:volvere|voy a volver|vuelvo) a ver|(?:volvere|voy a volver) a verl[oa]|que pasa (?:cuando|despues de) (?:uno |la gente )?(?:muer|mor)|existe (?:el cielo|la vida despues)|hay (?:algo|vida) despues|sufrio (?:el|ella|mucho)?\b",
    ),
    (
        "punished",
        r"(?:dios )?me esta castigando|es (?:esto )?(?:un castigo|karma|una maldicion|una prueba|mi castigo)|me castiga dios|dios me castiga|que hice (?:yo )?para merecer|que estoy pagando|es por mis pecados|sera (?:un )?castigo",
    ),
    (
        "forgiven",
        r"(?:dios|jesus)(?: de verdad| todavia| aun| realmente)* (?:me (?:perdona|perdono|perdonara|puede perdonar|va a perdonar|ama|quiere|acepta|recibe)|puede (?:perdonarme|amarme|quererme|usarme|perdonar a))|me (?:perdona|perdonara|puede perdonar|ama|quiere|recibe|acepta)(?: todavia| aun)? dios|(?:hay|habra) (?:perdon|esperanza|salvacion|misericordia) para (?:mi|alguien|gente|personas)|(?:ya )?es (?:muy |demasiado )?tarde para mi|me voy a ir al infierno|voy a ir al (?:infierno|cielo)|estoy perdonad|como se que (?:dios )?me perdono|soy salv",
    ),
    (
        "forgive-myself",
        r"{how}(?:me perdono|perdonarme|vivir con (?:esta |la )?culpa|vivo con|quitarme (?:esta |la )?culpa|dejar de sentir(?:me)? (?:tan )?(?:culpa\w*|vergu?enza|suci[oa])|me quito (?:esta |la )?culpa|dejo de sentirme culpable|soltar (?:esta |la )?culpa)|algun dia me (?:voy a perdonar|perdonare)|podre perdonarme",
    ),
    (
        "why-god",
        r"por que (?:dios|el senor|jesus|diosito|me quito dios)\b|por que (?:a mi|yo|a nosotros|siempre a mi|nos pasa|me pasa|me tiene que pasar|me toco)\b|donde (?:esta|estaba|estas|estabas)(?: tu)? (?:dios|senor|el senor|diosito)|como (?:puede|pudo) dios|por que (?:lo |la |nos |me |se )?(?:permite|permitio|permitiste|dejaste|quitaste|llevaste|llevo)",
    ),
    (
        "god-hears",
        r"(?:dios|el senor|jesus)(?: de verdad| realmente| si)* (?:me )?(?:escucha|oye|ve|existe|esta|contesta|responde|le importo|se acuerda)|me (?:escucha|oye|ve) (?:dios|alguien)|existe dios|hay alguien (?:ahi|alla|arriba)|le importo a dios|(?:de que|para que) sirve (?:orar|rezar)|sirve de algo (?:orar|rezar)|estoy hablando (?:sol[oa]|con la pared)",
    ),
    (
        "love-me",
        r"(?:alguien|alguno|algun hombre|alguna mujer)(?: algun dia)? (?:me (?:va a |podra |llegara a )?(?:querer|amar|quiere|ama|amara|querra|extranaria|necesita)|se (?:fijara|va a fijar) en mi)|(?:voy a|podre|algun dia voy a) (?:encontrar|conocer) (?:a )?(?:alguien|el amor|pareja|esposo|esposa)|por que nadie (?:me|se)|por que todos (?:me|se) (?:dejan|van|alejan|abandonan)|quien (?:me )?(?:va a|podria|querria|me va a) (?:querer|amar|quererme|amarme|fijarse)|le importo a alguien|a alguien le importo|soy tan dificil de (?:querer|amar)",
    ),
    (
        "trust",
        r"{how}(?:volver a |recuperar la |recuperamos la |vuelvo a )?(?:confi[a-z]*)|(?:puedo|podre|voy a poder|se puede) (?:volver a )?confiar",
    ),
    (
        "worth",
        r"{how}(?:me (?:quiero|amo|acepto|valoro|siento suficiente)|quererme|amarme|aceptarme|valorarme|(?:sentirme|ser) suficiente|dejar de comparar\w*|dejo de compararme|subir (?:mi|la) autoestima|tener (?:mas )?(?:autoestima|confianza)|dejar de (?:envidiar|sentir envidia|odiarme)|creer en mi)|soy suficiente|valgo algo|que valgo|que tengo yo (?:que|para) ofrecer|no valgo",
    ),
    (
        "how-forgive",
        r"{how}(?:l[oae]s? )?(?:perdon[a-z]*)|{how}(?:dejar de (?:odiar|sentir (?:odio|rencor|rabia|coraje))|dejo de (?:odiar|sentir)|sacar(?:me)? (?:este |el |tanto )?(?:odio|rencor|coraje|rabia)|soltar (?:este |el )?(?:odio|rencor|coraje)|quitarme (?:este |el )?(?:odio|rencor|coraje))|podre perdonar|se puede perdonar",
    ),
    (
        "must-forgive",
        r"(?:tengo|tenemos|hay) que (?:perdonar|reconciliar|verl[oa])|debo (?:perdonar|reconciliar\w*)|estoy obligad[oa] a (?:perdonar|ver)|perdonar (?:es|significa|quiere decir)|si (?:l[oae] )?perdono (?:es|significa|quiere|estoy)|cuantas veces (?:tengo que|debo|hay que) perdonar|dios (?:quiere|me pide) que (?:l[oae] )?perdone",
    ),
    (
        "leave",
        r"(?:debo|deberia|tengo que|es mejor|sera mejor|me conviene) (?:dejarl[oa]|irme|separarme|divorciarme|terminar(?:l[oa]|le)?|quedarme|salirme|dejar a mi|alejarme|seguir con el|seguir con ella)|(?:lo|la) dejo\b|me (?:separo|divorcio|quedo|voy) o|me (?:separo|divorcio)\b|termino con (?:el|ella)|(?:irme o quedarme|quedarme o irme)|cuando es (?:hora|momento) de (?:irse|irme|dejar|soltar|rendir)|es pecado (?:divorciarse|separarse|divorciarme|separarme)|como (?:lo|la) dejo\s*\?|como termino con",
    ),
    (
        "doctor",
        r"(?:debo|deberia|tengo que|necesito|sera bueno) (?:ir (?:al|con (?:el|un|una)|a (?:un|una|terapia))|ver a (?:un|una)|tomar (?:las |estas |los )?(?:pastillas|medicina\w*|medicamento\w*|antidepresivos)|buscar (?:ayuda|terapia|un psicologo)|hablar con (?:un|una) (?:doctor|medico|psicolog|psiquiatra|terapeuta))|necesito (?:ayuda profesional|terapia|un psicologo|un doctor)|(?:es|sera|tengo) (?:esto )?(?:depresion|ansiedad|un ataque de panico|ataques de panico|una adiccion|algo grave)|soy (?:alcoholic[oa]|adict[oa])|(?:sirve|funciona|ayuda) la terapia",
    ),
    (
        "pray-how",
        r"{how}(?:oro|orar|rezo|rezar|pedirle a dios|le pido a dios)\b|que (?:oro\s*\?|rezo\s*\?|debo orar|puedo orar|le pido a dios|puedo pedirle a dios)|esta (?:bien|mal) (?:orar|pedir|rezar)|puedo (?:todavia )?(?:orar|rezar)",
    ),
    (
        "faith-how",
        r"{how}(?:(?:creo|creer|confio|confiar) (?:en dios|de nuevo|otra vez)|tener (?:mas )?fe|recupero (?:la |mi )?fe|recuperar (?:la |mi )?fe|vuelvo a (?:dios|creer|la iglesia)|volver a (?:dios|creer|la iglesia)|acercarme a dios|me acerco a dios|escuchar (?:a dios|la voz)|sentir a dios|siento a dios)|puedo (?:ser|llamarme) cristian|un cristiano puede|es pecado (?:dudar|enojarse|enojarme|estar enojad)|esta mal (?:dudar|enojarse con dios|enojarme con dios)|dios se (?:enoja|molesta|ofende)|estoy perdiendo (?:la|mi) fe|todavia (?:creo|soy cristian)",
    ),
    (
        "gods-will",
        r"que (?:quiere|querra|espera|me pide|me quiere decir|me esta diciendo) (?:dios|el senor)(?: de mi| conmigo)?|que (?:querra|quiere) (?:de mi|conmigo)|{how}(?:se|saber|sabe|reconozco|reconocer|distingo|distinguir|entiendo|conocer) (?:si |que |cuando |cual )*(?:es )?(?:dios|de dios|la voluntad|la voz|su voluntad|voluntad de dios)|es (?:esto )?(?:una senal|de dios|la voluntad de dios|su voluntad)|cual es (?:la voluntad|el plan|su voluntad|su plan|el proposito) ?(?:de dios)?",
    ),
    (
        "friends-how",
        r"{how}(?:hago (?:nuev[oa]s )?amig[oa]s|hacer (?:nuev[oa]s )?amig[oa]s|tener amig[oa]s|conocer (?:gente|personas)|conozco gente|encuentro (?:amig[oa]s|gente|a alguien)|encontrar (?:amig[oa]s|gente|a alguien|con quien)|no sentirme (?:tan )?sol[oa]|dejar de sentirme sol[oa]|encajar|socializar)|donde (?:puedo |se )?(?:conocer|encontrar|conoce|encuentro) (?:gente|amig|a alguien)",
    ),
    (
        "help-them",
        r"{how}(?:l[oae]s? )?(?:ayud[a-z]*|apoy[a-z]*|consuel[a-z]*|consol[a-z]*|acompan[a-z]*|acerc[a-z]* a (?:el|ella|mi))|como (?:l[oae]s? )?(?:ayudo|apoyo|consuelo|acompano|saco|hago (?:entender|ver))|(?:que|como) (?:puedo|podemos|debo|hago|hacemos|se puede) (?:hacer |decir |para )*(?:por (?:el|ella|ellos)|para (?:ayudarl[oae]|que (?:el|ella|mi|me))|ayudar(?:l[oae]s?|a)?|con mi {person}|decirl[e])|que (?:le|les) (?:digo|puedo decir|decimos)|que hago con mi {person}",
    ),
    (
        "tell",
        r"(?:debo|deberia|tengo que|es mejor|sera mejor) (?:decir(?:l[eo]|sel[oa]|les)?|contar(?:l[eo]|sel[oa]|les)?|confesar\w*|hablar|denunciar\w*|callar\w*)|(?:se lo|le|les) (?:digo|cuento|confieso)\b[a-z0-9 ,'-]*\?|como (?:se lo|le|les|lo) (?:digo|cuento|explico|confieso|pido perdon)|como (?:pido|pedir) (?:perdon|ayuda)|a quien (?:le |se lo )?(?:digo|cuento|puedo contar|acudo)|con quien (?:hablo|puedo hablar)",
    ),
    (
        "contact",
        r"(?:le|lo|la) (?:escribo|llamo|hablo|contesto|bloqueo|busco|perdono|invito|visito|respondo)\b[a-z0-9 ,'-]*\?|(?:debo|deberia|sera bueno|es buena idea) (?:escribirl[eo]|llamarl[aoe]|buscarl[oa]|contestarl[eo]|bloquearl[oa]|verl[oa]|visitarl[oa]|regresar|volver con|hablarl[eo]|insistir)|(?:vuelvo|regreso) con (?:el|ella|mi)|voy a (?:verl[oa]|buscarl[oa]|la boda|el funeral|su)",
    ),
    (
        "say-no",
        r"{how}(?:digo que no|decir que no|decirles que no|poner(?:le|les)? (?:un |unos |mis )?limites?|pongo limites?|negarme)|(?:tengo|debo|tenemos) (?:que )?seguir (?:ayudando|pagando|visitando|aguantando|cuidando|dando|mandando|prestando)|(?:puedo|tengo derecho a|esta (?:bien|mal)|es egoista|soy egoista (?:por|si)) (?:si )?(?:descansar|descanso|decir que no|digo que no|negarme|pensar en mi|dejar de|tomarme|quiero descansar)|tengo que (?:aguantar|obedecer|ir|pagar|cuidarl[oa]|mantener\w*)\b",
    ),
    (
        "move-on",
        r"{how}(?:l[oa] )?(?:super[a-z]*|olvid[a-z]*|suelt[a-z]*|solt[a-z]*|dejo ir|dejar(?:l[oa])? ir|dejar de (?:quererl[oa]|amarl[oa]|extranar\w*|pensar en)|dejo de (?:quererl[oa]|amarl[oa]|pensar|extranar\w*)|seguir adelante|sigo adelante|acept[a-z]* que|pasar la pagina|paso la pagina|me l[oa] saco|sacarl[oa] de)|algun dia (?:l[oa] )?(?:voy a olvidar|superare|voy a superar)",
    ),
    (
        "peace",
        r"{how}(?:encuentro|encontrar|tener|tengo|consigo|sentir) (?:la |un poco de |algo de |algo )?(?:paz|calma|tranquilidad|descanso)|{how}(?:me (?:calmo|tranquilizo|relajo)|calmar\w*|tranquilizar\w*|relajarme|dormir|duermo|descansar|descanso|apago|apagar|callar|dejar de (?:preocuparme|pensar|tener (?:miedo|ansiedad)|sentir (?:miedo|ansiedad|angustia))|dejo de (?:preocuparme|pensar|tener|sentir)|controlo? (?:la |mi |esta )?(?:ansiedad|miedo|angustia|pensamientos)|controlar (?:la |mi |esta |los |mis )?(?:ansiedad|miedo|angustia|pensamientos|nervios)|vencer (?:el|mi|este|la|mis) (?:miedo|ansiedad|miedos)|quitarme (?:este |esta |el |la )?(?:miedo|ansiedad|angustia)|no tener miedo)",
    ),
    (
        "stop",
        r"{how}(?:l[oa] )?(?:dej[oa]r? de|paro|parar|controlo|controlar\w*|salgo de|salir de|venzo|vencer|resisto|resistir|me controlo|no (?:caer|recaer|gritar|explotar)|cambio|cambiar|quitarme (?:este|el) vicio|romper|liberarme|me libero|dejar (?:el|la|las|los|este|esta))",
    ),
    (
        "strong",
        r"{how}(?:ser|soy|mantenerme|me mantengo|seguir siendo|mantener|no perder|no pierdo) (?:\w+ )?(?:fuerte|firme|fe|esperanza|la fe|la esperanza|paciente|valiente)|de donde (?:saco|sacan|se saca|saca uno) (?:las |la |tantas )?(?:fuerzas?|esperanza|valor|animo|ganas)|(?:debo|puedo|vale la pena) (?:seguir )?(?:esperando|esperar|confiando|creyendo|teniendo)",
    ),
    (
        "endless",
        r"(?:esto |el dolor |la tristeza |la ansiedad |algun dia |cuando )?(?:se (?:me )?(?:va a |quita|quitara|pasa|pasara|acaba|acabara|cura|termina)[a-z ]{0,12}(?:pasar|quitar|ir|acabar|algun dia|esto|el dolor)?|va a (?:mejorar|pasar|terminar|acabar|doler (?:siempre|menos)|ser siempre)|deja(?:ra)? de doler|duele menos)\s*(?:[?.!,]|$| algun| esto| el dolor)|(?:cuanto (?:tiempo )?(?:mas|dura|falta|voy|tengo|tarda)|hasta cuando)|(?:voy a|podre|volvere a|algun dia voy a|algun dia) (?:volver a )?(?:estar bien|ser feliz|sentirme (?:bien|normal|como antes)|ser (?:yo|la misma|el mismo|normal)|sonreir|superar|salir de esto|sanar)|siempre (?:voy a (?:ser|estar|sentirme)|va a ser) asi|se sale de esto|cuando (?:deja|dejara|pasa|pasara|termina|se acaba|mejora|voy a)",
    ),
    (
        "they-change",
        r"(?:(?:el|ella|ellos|mi {person}|la gente) )?(?:va a|van a|puede|puedan|podra|algun dia va a|querra) (?:cambiar|volver|regresar|dejar de|mejorar|entender|curarse|quererme|perdonarme|hablarme)|(?:cambiara|volvera|regresara|me perdonara)\b|hay (?:esperanza|alguna esperanza|solucion|remedio|vuelta atras)|(?:se puede|podemos|podra|puede dios) (?:salvar|arreglar|reparar|restaurar|rescatar)|tiene (?:arreglo|solucion|remedio)|(?:ya )?se acabo (?:todo|mi matrimonio)",
    ),
    (
        "fault",
        r"(?:es|fue|sera|seria) (?:todo )?(?:mi culpa|culpa mia|por mi culpa|nuestra culpa)|tengo (?:yo )?la culpa|soy (?:yo )?(?:el|la) culpable|que (?:hice|hicimos|estoy haciendo|hago) mal|en que (?:falle|fallamos|me equivoque)|(?:pude|hubiera podido|podria haber|pudimos) (?:hacer|evitar|salvar|haber)|por que no (?:me di cuenta|hice|lo vi|la vi|fui|llame|dije|lo lleve|la lleve)|(?:y )?si (?:yo )?hubiera|que hubiera pasado",
    ),
    (
        "too-sensitive",
        r"(?:es|esta|sera|seria) (?:muy |tan |algo |una )?(?:tont[oa]|tonteria|ridicul[oa]|absurd[oa]|rar[oa]|infantil|exagerad[oa])\b(?: que| sentir\w*| querer| si| estar| pensar| llorar| extranar| ponerme| echar)|(?:soy|estoy siendo|estoy) (?:muy |tan |demasiado |siendo )*(?:exagerad[oa]|exagerando|sensible|ridicul[oa]|dramatic[oa]|infantil|tont[oa] por)\b",
    ),
    (
        "bad-to-feel",
        r"(?:soy|estoy siendo|sere) (?:una? |muy |tan |el |la )*(?:mal[oa]?|mala (?:persona|madre|hija|hijo|esposa|cristiana|mama)|mal (?:hijo|padre|esposo|cristiano|papa)|egoista|cruel|monstruo|injust[oa]|hipocrita|ingrat[oa]|envidios[oa]|debil|fracasad[oa]|cobarde)\b|(?:es|esta|sera) (?:muy |tan )?(?:mal[oa]?|pecado|egoista|normal sentir culpa|feo)\b(?: que| sentir| querer| si| estar| pensar)|que clase de (?:madre|padre|persona|hij[oa]|espos[oa]|cristian[oa]|mama)|eso me hace",
    ),
    (
        "normal",
        r"es (?:esto |eso )?normal|sera normal|me estoy volviendo loc[oa]|estoy (?:loc[oa]|enloqueciendo)|soy (?:la|el) unic[oa]|(?:a )?alguien (?:mas )?(?:le|se|ha|tambien|siente|sintio|paso|pasa)[a-z ]{0,12}(?:pasa|paso|siente|sentido|pasado|asi|esto|lo mismo)|a (?:alguien|alguno) (?:mas )?(?:le|les) (?:pasa|ha pasado)|solo (?:a mi|me pasa a mi)",
    ),
    (
        "wrong-with-me",
        r"que (?:me pasa|tengo\s*\?|anda mal conmigo|esta mal (?:conmigo|en mi)|hay de malo|me esta pasando|me paso)|por que (?:soy|estoy|me siento|sigo|no puedo|siempre|me cuesta|me da|me duele|me afecta|lloro|hago|no logro|lo sigo|la sigo)\b",
    ),
    (
        "point",
        r"(?:que sentido tiene|cual es el sentido|de que sirve|que caso tiene|que objeto tiene)\b|para que\b[a-z0-9 ,'-]*\?|(?:para que|por que) (?:estoy|sigo|naci|existo|vivo|sirvo)|cual es mi (?:proposito|lugar|mision)|que hago (?:aqui|con mi vida)|quien soy\b|{how}(?:encuentro|encontrar) (?:mi |el |un )?(?:proposito|sentido|camino|lugar)|eso es todo\s*\?|importo\s*\?",
    ),
    (
        "go-on",
        r"{how}(?:sigo|seguir|segui|aguanto|aguantar|vivo|vivir|sobrevivo|sobrevivir|le hago|hago|me levanto|levantarme|salgo adelante|salir adelante|soporto|soportar|enfrento|enfrentar|manejo|manejar|lidio|lidiar|empiezo (?:de nuevo|otra vez)|volver a empezar|paso|pasar (?:por )?(?:esto|la noche)|cargo|llevo|sobrellevo|reconstruyo)|que hago (?:ahora )?sin|que voy a hacer (?:ahora )?sin",
    ),
    (
        "why-they",
        r"por que (?:el|ella|ellos|mi {person}|la gente|nadie|todos|me (?:hizo|hace|hicieron|trata|tratan|dejo|engano|mintio|pega|odia|odian|abandono|fallo|rechaza|rechazan|ignora|ignoran|traiciono)|no me (?:quiere|quieren|ama|ve|habla|hablan|escucha|entiende|entienden|llama|llaman|busca|apoya|apoyan|cree|creen)|se (?:fue|van|porta|comporta)|nos (?:hizo|dejo|trata))\b|como (?:pudo|puede|pudieron|pueden) (?:hacerme|hacernos|hacer|decir|dejarme|ser|olvidar|mentir|enganar|irse|tratarme)",
    ),
    (
        "where-to-start",
        r"(?:por donde|donde|desde donde|con que) (?:empiezo|empezar|se empieza|comienzo|comenzar|empezamos)|cual es el primer paso|que es lo primero",
    ),
    (
        "choose",
        r"(?:debo|deberia|tengo que|me conviene|es buena idea) (?:aceptar|tomar|elegir|escoger|mudarme|irme a|casarme|vender|comprar|esperar|renunciar|cambiar|estudiar|dejar (?:el|mi) trabajo|tener|quedarme)\b|(?:cual|que) (?:elijo|escojo|decision|camino)\b|{how}(?:decido|decidir|elijo|elegir|se cual|saber cual|se si|saber si)\b|(?:acepto|renuncio|me caso|me mudo|espero|lo tengo|la tengo)\b[a-z0-9 ,'-]*\?|y si (?:me equivoco|elijo mal|escojo mal)|vale la pena",
    ),
    (
        "what-to-do",
        r"que (?:hago|debo hacer|puedo hacer|hacer|haria|harian|harias|hacemos|podemos hacer|me aconsejan?|me recomiendan?|voy a hacer|mas (?:hago|puedo hacer))\b|(?:algun|necesito (?:un )?|denme (?:un )?|dame (?:un )?|quiero (?:un )?)consejo|consejos\b|(?:ayudenme|ayudame|ayuda|me pueden ayudar|necesito ayuda|alguien que me ayude|me puedes ayudar|orientenme|orientame)\b|{how}(?:arreglo|arreglar|soluciono|solucionar|resuelvo|resolver|actuo|reacciono|mejoro|mejorar|salvo|salvar)",
    ),
];

/// Spanish boundaries.
const BOUNDARY_SOURCES: [(&str, &str); BOUNDARIES.len()] = [
    (
        "no-plan",
        r"(?:{dont}|{told})[a-z' ]{0,30}\b(?:(?:plan|voluntad|tiempo) de dios|dios tiene un plan|por algo pasan?|todo pasa por algo|por algo|mejor lugar|un angel(?:ito)?|dios no da)\b",
    ),
    (
        "no-pray-more",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:ore|oren?|ores|reces?|rece|ora mas|orar mas|tenga(?:s)? (?:mas )?fe|ten fe|confi[ae]s? en dios|falta de fe|me falta fe|lea la biblia|se lo deje a dios|dejaselo a dios)\b",
    ),
    (
        "no-forgive",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:perdone|perdones|perdonar|perdona|perdonel[oa])\b",
    ),
    (
        "no-time-heals",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:el tiempo (?:lo )?cura|ya pasara|que (?:ya )?lo supere|lo supere|superalo|sea fuerte|seas fuerte|se fuerte|echale ganas|le eche ganas|animo|animate|piensa positivo|piense positivo|agradezca|agradece|hay que seguir|ya va a pasar|tranquil[oa]|calmate|que me calme)\b",
    ),
    (
        "no-leave",
        r"(?:{dont}|{told})[a-z' ]{0,20}\b(?:l[oa] deje|dejal[oa]|que l[oa] deje|me divorcie|divorciate|me separe|que me vaya)\b|\bno (?:l[oa] (?:voy a|quiero|puedo) dejar|(?:voy a|quiero|puedo) (?:dejarl[oa]|dejar a mi|divorciarme|separarme))\b",
    ),
    (
        "no-doctor",
        r"{dont}[a-z' ]{0,25}\b(?:doctor|medico|psicolog\w+|psiquiatra|terapia|terapeuta)\b|\bya (?:fui|he ido|probe|intente) (?:a |con )?(?:la )?(?:terapia|(?:un|una|el|dos|varios|muchos) (?:psicolog\w+|terapeuta\w*|psiquiatra\w*))\b",
    ),
    (
        "no-advice",
        r"\bno (?:quiero|busco|necesito|pido) (?:un |una |ningun |mas |que me den )?(?:consejos?|respuestas?|soluciones?|solucion)\s*(?:[.,!?;]|$)|\bsolo (?:queria|quiero|necesitaba|necesito|tenia que) (?:decirlo|contarlo|desahogarme|sacarlo|hablar|escribirlo|que alguien (?:lo )?(?:sepa|supiera|escuche|escuchara))\b|\bno hace falta (?:que (?:me )?)?(?:contest|respond)\w+\b|\bsin consejos\b",
    ),
];
