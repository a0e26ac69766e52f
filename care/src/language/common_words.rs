//! Common words of English, Spanish and its neighbours, each in one list only, in plain form.
//!
//! They are counted together with the small words, to tell which of the two a short text is in. Words that both have
//! (*no*, *me*, *he*, *has*, *son*, *cancer*) are in neither.

/// Common words of English that Spanish does not have.
pub(super) const ENGLISH: &str = "the and is are was were my you your she we they it this that with for from have had \
    not but his her its of to in on at been be do does did will would could should what when how why who if \
    because about just i im ive dont cant wont didnt doesnt isnt our them there their or by all out up get got after \
    again still never always every ever really too more much than then now here today tonight yesterday tomorrow week \
    month year years day days night morning mom mum mother dad father husband wife daughter brother sister friend \
    friends baby kids child children family home house work job money god pray prayer church bible psalm verse please \
    help need want feel feeling felt feels know think said says tell told say keep lost lose died dead die dying sick \
    sad afraid scared fear anxious anxiety lonely alone tired angry anger ashamed guilty guilt shame grief depressed \
    depression worried worry hate love hurt hurts cry crying sleep hope forgive marriage divorce drinking drunk school \
    exam life people nobody someone anyone something nothing anything everything gone left away back first good \
    bad old new little long hard thing things wrong right hope thank thanks hello hi yes sorry went go going come came \
    make made take took see saw look give gave leave find ask asked talk last next before while without whose him us";

/// Common words of Spanish that English does not have.
pub(super) const SPANISH: &str = "que el la los las un una uno unos unas de del al en con por para sin sobre desde hasta \
    entre hacia y ni pero porque aunque cuando como donde quien quienes cual cuanto si ya muy mas menos tan tanto mucho \
    mucha muchos muchas poco todo toda todos todas nada nadie alguien algo algun cada otro otra otros otras mismo \
    misma mi mis tu tus su sus yo tu ella ellos ellas nos les le lo se te ti conmigo contigo esto esta este estos estas \
    eso esa ese esos esas aqui ahi alli alla ahora hoy ayer manana siempre nunca jamas todavia tambien tampoco despues \
    antes luego entonces mientras casi bien mal solo sola solos asi es soy eres somos fue fui era eran ser esta estoy \
    estas estan estamos estaba estuve estar hay habia hace hago hizo hice hacer haciendo tengo tiene tienes tienen \
    tenia tener voy vas va van ir iba puedo puede puedes pueden podia poder quiero quiere quieres queria querer se \
    sabe sabes saber dice dicen dijo dije digo decir siento siente sentir veo ver doy dar llevo lleva llego llega llegar \
    quedo queda paso pasa pasar sigo sigue seguir hablo habla hablar llamo llama dejo deja dejar creo cree necesito \
    necesita perdi perdio perder murio murieron fallecio extrano duele duelen lloro llorar duermo dormir ayuda ayudame \
    ayudenme oren ora orar oracion reza recen rezar dios senor jesus iglesia biblia salmo versiculo fe vida muerte casa \
    hogar trabajo empleo dinero plata deudas deuda familia mama papa madre padre hijo hija hijos hijas hermano hermana \
    esposo esposa marido mujer novio novia pareja abuela abuelo tia primo amigo amiga amigos bebe nino nina ninos \
    gente persona mundo dia dias noche noches hora semana semanas mes meses ano anos vez veces miedo tristeza triste \
    tristes ansiedad ansioso ansiosa angustia angustiado angustiada depresion deprimido deprimida soledad cansado \
    cansada cansancio enojo enojado enojada rabia ira culpa verguenza duelo dolor perdon perdonar celos envidia \
    tentacion pecado pecados adiccion alcohol vicio borracho divorcio separacion matrimonio enfermedad enfermo enferma \
    preocupado preocupada preocupacion preocupa desesperado desesperada esperanza paz amor odio corazon alma \
    desempleado desempleada autoestima decision decisiones duda dudas proposito espera gracias hola buenas buenos \
    escuela colegio examen examenes universidad medico hospital telefono celular cosa cosas verdad favor ganas fuerzas \
    mejor peor grande nuevo nueva viejo bueno buena malo mala xq pq porq tqm";

/// Common words of Portuguese, Catalan, Italian and French that Spanish and English do not have: in a few words they
/// look like Spanish.
pub(super) const NEIGHBOURS: &str = "meu minha meus minhas nao uma em da dos das eu ele ela voce com sem mais muito \
    muita estou sou tenho tem foi mae pai filho filha irmao irma emprego trabalho morreu medo sozinho sozinha saudade \
    deus obrigado obrigada preciso quero tudo hoje ontem amanha isso casamento depressao solidao raiva perdoar orem \
    ansiedade noite ajude puc estic molt trist trista tinc amb meva perque treball feina mare pare soc \
    sono non il di che perche ho mio mia perso lavoro mamma je mon suis pas mari travail perdu mere";
